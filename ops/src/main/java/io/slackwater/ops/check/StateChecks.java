package io.slackwater.ops.check;

import io.slackwater.ops.ByteSize;
import java.util.Locale;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** Whether the state has a backend, memory and disk that hold it. */
final class StateChecks {
  /**
   * Disk for a byte of state: the state itself, as much again while a large compaction writes its
   * output beside its input.
   */
  static final double DISK_FACTOR = 2.0;

  /** Files that a local copy of the last checkpoint keeps although compaction has replaced them. */
  private static final double LOCAL_BACKUP_FACTOR = 1.0;

  /**
   * Memory for a byte of state that RocksDB should not have to read twice: index blocks (about half
   * a percent) and Bloom filters of 10 bits for rows of a hundred bytes (about one percent).
   */
  static final double MEMORY_SHARE = 0.015;

  private final Plan plan;
  private final Configuration flink;
  private final Facts facts;
  private final Findings findings;

  StateChecks(Plan plan, Facts facts, Findings findings) {
    this.plan = plan;
    this.flink = plan.flink();
    this.facts = facts;
    this.findings = findings;
  }

  void check() {
    String backend = flink.get(StateBackendOptions.STATE_BACKEND);
    if (!backend.toLowerCase(Locale.ROOT).contains("rocksdb")) {
      findings.add(
          FlinkFinding.STATE_BACKEND_NOT_ROCKSDB,
          "%s is %s".formatted(StateBackendOptions.STATE_BACKEND.key(), backend));
      return;
    }
    if (!flink.get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)) {
      findings.add(
          FlinkFinding.CHECKPOINTS_NOT_INCREMENTAL,
          "%s is false".formatted(CheckpointingOptions.INCREMENTAL_CHECKPOINTS.key()));
    }
    boolean managed = flink.get(RocksDBOptions.USE_MANAGED_MEMORY);
    if (!managed && !hasFixedMemory()) {
      findings.add(
          FlinkFinding.ROCKSDB_MEMORY_UNMANAGED,
          "%s is false".formatted(RocksDBOptions.USE_MANAGED_MEMORY.key()));
    }
    if (managed && !hasFixedMemory() && isWithoutManagedMemory()) {
      findings.add(
          FlinkFinding.MANAGED_MEMORY_NONE,
          "%s is 0"
              .formatted(
                  flink.contains(TaskManagerOptions.MANAGED_MEMORY_SIZE)
                      ? TaskManagerOptions.MANAGED_MEMORY_SIZE.key()
                      : TaskManagerOptions.MANAGED_MEMORY_FRACTION.key()));
    }
    size();
  }

  private boolean hasFixedMemory() {
    return flink.contains(RocksDBOptions.FIX_PER_SLOT_MEMORY_SIZE)
        || flink.contains(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE);
  }

  private boolean isWithoutManagedMemory() {
    MemorySize size = flink.get(TaskManagerOptions.MANAGED_MEMORY_SIZE);
    return size == null
        ? flink.get(TaskManagerOptions.MANAGED_MEMORY_FRACTION) <= 0
        : size.getBytes() == 0;
  }

  private void size() {
    long bytes = stateBytes();
    if (bytes < 0) {
      findings.notChecked(
          "whether memory and disk are enough for the state",
          "neither a checkpoint of the running job nor --state-size says how large it is");
      disk(0, 1);
      return;
    }
    int taskManagers = 1;
    if (facts.cluster().isSeen() && facts.cluster().value().taskManagers() > 0) {
      ClusterFacts cluster = facts.cluster().value();
      taskManagers = cluster.taskManagers();
      memory(bytes, cluster.managedBytesPerSlot());
    } else {
      findings.notChecked(
          "whether managed memory is enough for the state", "no task manager says how much it has");
    }
    disk(bytes, taskManagers);
  }

  private long stateBytes() {
    if (plan.stateBytes() > 0) {
      return plan.stateBytes();
    }
    return facts.cluster().isSeen()
        ? facts.cluster().value().job().stream()
            .mapToLong(ClusterFacts.JobFacts::stateBytes)
            .max()
            .orElse(-1)
        : -1;
  }

  /** Write buffers take their share of the budget first. */
  private void memory(long stateBytes, long managedPerSlot) {
    double perSlot = (double) stateBytes / plan.parallelism();
    double ratio = flink.get(RocksDBOptions.WRITE_BUFFER_RATIO);
    double wanted = MEMORY_SHARE * perSlot / (1 - ratio);
    if (managedPerSlot < wanted && !hasFixedMemory()) {
      findings.add(
          FlinkFinding.MANAGED_MEMORY_SMALL,
          "a slot has %s of managed memory; %s of state in it want %s (1.5 %% of it, beside write buffers of %.0f %% of the budget)"
              .formatted(
                  ByteSize.text(managedPerSlot),
                  ByteSize.text(perSlot),
                  ByteSize.text(wanted),
                  100 * ratio));
    }
  }

  private void disk(long stateBytes, int taskManagers) {
    facts
        .host()
        .localDisk()
        .use("local disk for the state", findings, disk -> disk(disk, stateBytes, taskManagers));
  }

  private void disk(HostFacts.LocalDisk disk, long stateBytes, int taskManagers) {
    if (disk.type().equals("tmpfs") || disk.type().equals("ramfs")) {
      findings.add(
          FlinkFinding.LOCALDIR_IN_MEMORY, "%s is a %s".formatted(disk.path(), disk.type()));
    }
    boolean backup = flink.get(CheckpointingOptions.LOCAL_BACKUP_ENABLED);
    double factor = DISK_FACTOR + (backup ? LOCAL_BACKUP_FACTOR : 0);
    double wanted = factor * stateBytes / taskManagers;
    if (disk.freeBytes() < wanted) {
      findings.add(
          FlinkFinding.LOCAL_DISK_SMALL,
          "%s on this host has %s free; %s of state over %d task manager(s) want %s each (x %.0f: state, compaction%s)"
              .formatted(
                  disk.path(),
                  ByteSize.text(disk.freeBytes()),
                  ByteSize.text(stateBytes),
                  taskManagers,
                  ByteSize.text(wanted),
                  factor,
                  backup ? ", local backup" : ""));
    }
  }
}
