package io.slackwater.job.minutes;

import java.io.File;
import java.util.List;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;

/**
 * The disk that RocksDB works on: nothing in Flink tells how full it is, and a full one stops the
 * job. Of several directories the one with the least room counts.
 */
final class StateDisk {
  private static final String ROCKSDB_DIRECTORIES = "state.backend.rocksdb.localdir";

  private final List<File> directories;

  StateDisk(TaskManagerRuntimeInfo taskManager) {
    String configured = taskManager.getConfiguration().getString(ROCKSDB_DIRECTORIES, "");
    String[] paths =
        configured.isBlank() ? taskManager.getTmpDirectories() : configured.split("[,:]");
    directories = List.of(paths).stream().map(path -> new File(path.trim())).toList();
  }

  void register(MetricGroup group) {
    group.gauge("stateDiskFree", (Gauge<Long>) () -> fullest().getUsableSpace());
    group.gauge("stateDiskTotal", (Gauge<Long>) () -> fullest().getTotalSpace());
  }

  private File fullest() {
    File fullest = existing(directories.get(0));
    for (File directory : directories) {
      File other = existing(directory);
      fullest = other.getUsableSpace() < fullest.getUsableSpace() ? other : fullest;
    }
    return fullest;
  }

  /** RocksDB makes its directory when it first needs it. */
  private static File existing(File directory) {
    File file = directory.getAbsoluteFile();
    while (!file.exists() && file.getParentFile() != null) {
      file = file.getParentFile();
    }
    return file;
  }
}
