package io.slackwater.ops.runbook;

import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** The directory that one request's savepoint goes to. */
final class SavepointDirectory {
  private static final String METADATA = "_metadata";

  private SavepointDirectory() {}

  /** Of a job's request, below what the user or the cluster says. */
  static String of(String base, String jobName, String triggerId) {
    String job = jobName.replaceAll("[^A-Za-z0-9._-]", "_");
    return (base.endsWith("/") ? base : base + "/") + job + "/" + triggerId;
  }

  /** The newest complete savepoint in it; empty, too, where this host cannot look. */
  static Optional<String> find(String directory) {
    try {
      Path path = new Path(directory);
      FileSystem files = path.getFileSystem();
      FileStatus[] found = files.exists(path) ? files.listStatus(path) : new FileStatus[0];
      return Stream.of(found)
          .sorted(Comparator.comparingLong(FileStatus::getModificationTime).reversed())
          .map(FileStatus::getPath)
          .filter(place -> isComplete(files, place))
          .map(Path::toString)
          .findFirst();
    } catch (IOException notReachable) {
      return Optional.empty();
    }
  }

  /** The metadata is written last. */
  private static boolean isComplete(FileSystem files, Path savepoint) {
    try {
      return files.exists(new Path(savepoint, METADATA));
    } catch (IOException notReachable) {
      return false;
    }
  }

  /** Flink deletes a savepoint, but not the directory that was made for it. */
  static void deleteEmptyParent(String savepoint) {
    try {
      Path parent = new Path(savepoint).getParent();
      FileSystem files = parent.getFileSystem();
      FileStatus[] left = files.exists(parent) ? files.listStatus(parent) : null;
      if (left != null && left.length == 0) {
        files.delete(parent, false);
      }
    } catch (IOException notReachable) {
      // An empty directory costs nothing, and object stores have none.
      return;
    }
  }
}
