package io.slackwater.ops.savepoint;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/**
 * The file that a savepoint begins with, in any file system that Flink knows.
 *
 * @param directory with scheme, as Flink's REST interface and command line take it
 */
record MetadataFile(Path directory, FileStatus file, CheckpointMetadata content) {
  private static final String NAME = "_metadata";

  /** How Flink begins to say that the file begins with something else. */
  private static final String NO_MAGIC = "Unexpected magic number";

  private static final int SUGGESTIONS = 3;

  /**
   * Opens a savepoint.
   *
   * @param pointer its directory, or the file itself
   * @throws UnreadableSavepointException if it is none, in one line
   */
  static MetadataFile open(String pointer) {
    try {
      Path given = new Path(pointer);
      FileSystem files = given.getFileSystem();
      FileStatus found = status(files, given);
      if (found == null) {
        throw new UnreadableSavepointException(
            pointer
                + ": no such directory here; give the directory of a savepoint or of a retained checkpoint (chk-N)");
      }
      Path directory = (found.isDir() ? given : given.getParent()).makeQualified(files);
      FileStatus metadata = found.isDir() ? status(files, new Path(directory, NAME)) : found;
      if (metadata == null) {
        throw new UnreadableSavepointException(
            "%s: no _metadata in it, so it is no finished savepoint%s"
                .formatted(pointer, suggestion(files, directory)));
      }
      return new MetadataFile(directory, metadata, load(files, metadata, directory));
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableSavepointException(
          "%s: cannot be read: %s".formatted(pointer, e.getMessage()), e);
    }
  }

  private static FileStatus status(FileSystem files, Path path) throws IOException {
    try {
      return files.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** Whoever gives the parent directory wants one of these. */
  private static String suggestion(FileSystem files, Path directory) throws IOException {
    List<String> savepoints = new ArrayList<>();
    FileStatus[] children = files.listStatus(directory);
    for (FileStatus child : children == null ? new FileStatus[0] : children) {
      if (child.isDir() && status(files, new Path(child.getPath(), NAME)) != null) {
        savepoints.add(child.getPath().getName());
      }
    }
    if (savepoints.isEmpty()) {
      return "; was it interrupted?";
    }
    savepoints.sort(null);
    int from = Math.max(0, savepoints.size() - SUGGESTIONS);
    return "; in it are " + String.join(", ", savepoints.subList(from, savepoints.size()));
  }

  private static CheckpointMetadata load(FileSystem files, FileStatus file, Path directory) {
    try (DataInputStream in = new DataInputStream(files.open(file.getPath()))) {
      return Checkpoints.loadCheckpointMetadata(
          in, MetadataFile.class.getClassLoader(), directory.toString());
    } catch (IOException | RuntimeException e) {
      String why = firstLine(e);
      throw new UnreadableSavepointException(
          why.startsWith(NO_MAGIC)
              ? "%s: not a savepoint of Flink".formatted(file.getPath())
              : "%s: a damaged savepoint, or one of a newer Flink: %s"
                  .formatted(file.getPath(), why),
          e);
    }
  }

  private static String firstLine(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage().lines().findFirst().orElse("");
  }
}
