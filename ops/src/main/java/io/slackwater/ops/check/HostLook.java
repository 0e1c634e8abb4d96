package io.slackwater.ops.check;

import io.slackwater.ops.check.HostFacts.Directory;
import io.slackwater.ops.check.HostFacts.LocalDisk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** Looks at this host's directories. A probe is written and removed again. */
final class HostLook {
  private HostLook() {}

  static HostFacts look(Configuration flink) {
    List<Directory> directories = new ArrayList<>();
    directory(CheckpointingOptions.CHECKPOINTS_DIRECTORY, flink, directories);
    directory(CheckpointingOptions.SAVEPOINT_DIRECTORY, flink, directories);
    return new HostFacts(directories, localDisk(flink));
  }

  private static void directory(
      ConfigOption<String> setting, Configuration flink, List<Directory> directories) {
    String path = flink.get(setting);
    if (path != null) {
      directories.add(new Directory(setting.key(), path, probe(path)));
    }
  }

  /** Where the directory is not there yet, Flink creates it, so its nearest parent counts. */
  private static Looked<String> probe(String path) {
    var directory = new org.apache.flink.core.fs.Path(path);
    try {
      FileSystem files = directory.getFileSystem();
      while (!files.isDistributedFS() && !files.exists(directory)) {
        directory = directory.getParent();
      }
      String name = ".slackwater-check-" + UUID.randomUUID();
      var file = new org.apache.flink.core.fs.Path(directory, name);
      try {
        files.create(file, WriteMode.NO_OVERWRITE).close();
      } finally {
        files.delete(file, false);
      }
      return Looked.at("");
    } catch (UnsupportedFileSystemSchemeException e) {
      return Looked.not("this command has no file system for it, Flink gets it from a plugin");
    } catch (IOException e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      return Looked.at(message.lines().findFirst().orElse(e.toString()));
    }
  }

  private static Looked<LocalDisk> localDisk(Configuration flink) {
    String directories =
        flink.getOptional(RocksDBOptions.LOCAL_DIRECTORIES).orElse(flink.get(CoreOptions.TMP_DIRS));
    Path path = Path.of(directories.split("[," + File.pathSeparator + "]", -1)[0]);
    Path existing = path.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      FileStore disk = Files.getFileStore(existing);
      return Looked.at(new LocalDisk(path.toString(), disk.type(), disk.getUsableSpace()));
    } catch (IOException e) {
      return Looked.not("the disk of " + path + " cannot be asked: " + e.getMessage());
    }
  }
}
