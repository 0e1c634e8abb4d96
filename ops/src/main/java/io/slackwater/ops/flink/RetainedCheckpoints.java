package io.slackwater.ops.flink;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The checkpoints that a job has left behind in its directory. As the job's id is always the same,
 * so is the directory, and checkpoints go on being numbered from the one that was restored.
 *
 * @param directory of one job; need not exist
 */
public record RetainedCheckpoints(Path directory) {
  private static final String PREFIX = "chk-";
  private static final String METADATA = "_metadata";

  /** Those of a job, below what {@code execution.checkpointing.dir} says. */
  public static RetainedCheckpoints of(String checkpointDirectory, JobID job) {
    return new RetainedCheckpoints(new Path(checkpointDirectory, job.toHexString()));
  }

  /** The newest that is complete. */
  public Optional<Path> latest() throws IOException {
    FileSystem files = directory.getFileSystem();
    FileStatus[] found = list(files);
    return Stream.of(found)
        .map(FileStatus::getPath)
        .filter(path -> path.getName().matches(PREFIX + "\\d+"))
        .sorted(Comparator.comparingLong(RetainedCheckpoints::number).reversed())
        .filter(path -> isComplete(files, path))
        .findFirst();
  }

  private FileStatus[] list(FileSystem files) throws IOException {
    try {
      FileStatus[] found = files.exists(directory) ? files.listStatus(directory) : null;
      return found == null ? new FileStatus[0] : found;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  private static long number(Path checkpoint) {
    return Long.parseLong(checkpoint.getName().substring(PREFIX.length()));
  }

  /** The metadata is written last. */
  private static boolean isComplete(FileSystem files, Path checkpoint) {
    try {
      return files.exists(new Path(checkpoint, METADATA));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + checkpoint, e);
    }
  }
}
