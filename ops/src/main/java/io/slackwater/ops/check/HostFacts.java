package io.slackwater.ops.check;

import java.util.List;

/**
 * What this host says of the directories that Flink writes to.
 *
 * @param directories of checkpoints and savepoints
 * @param localDisk where RocksDB keeps its files
 */
record HostFacts(List<Directory> directories, Looked<LocalDisk> localDisk) {

  /**
   * A directory, as a probe found it.
   *
   * @param setting the Flink setting that names it
   * @param refusal why nothing can be written there; empty if something could be
   */
  record Directory(String setting, String path, Looked<String> refusal) {
    /** Whether every host has one of its own under this name, as far as the name tells. */
    boolean isLocal() {
      return path.startsWith("file:") || path.startsWith("/");
    }
  }

  /**
   * A disk of this host.
   *
   * @param type of its file system, such as {@code ext4} or {@code tmpfs}
   */
  record LocalDisk(String path, String type, long freeBytes) {}
}
