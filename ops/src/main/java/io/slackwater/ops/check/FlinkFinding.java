package io.slackwater.ops.check;

import static io.slackwater.ops.check.Severity.ERROR;
import static io.slackwater.ops.check.Severity.NOTE;
import static io.slackwater.ops.check.Severity.WARNING;

/** About Flink's settings, the cluster, its disks and its versions. */
enum FlinkFinding implements FindingId {
  SETTINGS_REFUSED(ERROR, "the job refuses to start with these settings", "as the message says"),
  SETTINGS_DIFFER(
      WARNING,
      "the job runs under the cluster's settings, so what was checked is not what runs",
      "give the cluster's settings with --flink, or change the cluster's"),
  STATE_BACKEND_NOT_ROCKSDB(
      ERROR,
      "state on the heap is bounded by it, and every checkpoint copies all of it",
      "set state.backend.type: rocksdb"),
  CHECKPOINTS_NOT_INCREMENTAL(
      WARNING,
      "every checkpoint uploads the whole state",
      "set execution.checkpointing.incremental: true"),
  ROCKSDB_MEMORY_UNMANAGED(
      WARNING,
      "RocksDB takes memory outside every budget until the container is killed",
      "set state.backend.rocksdb.memory.managed: true"),
  MANAGED_MEMORY_NONE(
      ERROR,
      "RocksDB gets its memory from there, so the job does not start",
      "raise taskmanager.memory.managed.fraction, or .size"),
  MANAGED_MEMORY_SMALL(
      WARNING,
      "indexes, Bloom filters and write buffers do not fit, so that look-ups read them from disk",
      "raise taskmanager.memory.managed.fraction or the memory, or use more task managers"),
  LOCAL_DISK_SMALL(
      ERROR,
      "state, the copy that compaction writes and the files that checkpoints hold do not fit",
      "give state.backend.rocksdb.localdir a larger disk, or use more task managers"),
  LOCALDIR_IN_MEMORY(
      WARNING,
      "the state's files are in memory beside the budget of RocksDB",
      "set state.backend.rocksdb.localdir to a directory on a disk"),
  CHECKPOINT_DIR_MISSING(
      ERROR,
      "checkpoints stay in the job manager's memory and end with it",
      "set execution.checkpointing.dir to a place that survives"),
  SAVEPOINT_DIR_MISSING(
      WARNING,
      "savepoint, rescale and upgrade do not know where to write",
      "set execution.checkpointing.savepoint-dir"),
  DIRECTORY_NOT_WRITABLE(
      ERROR,
      "every checkpoint or savepoint fails, and nothing is committed",
      "create the directory and give the user of Flink the right to write"),
  DIRECTORY_NOT_SHARED(
      ERROR,
      "each host writes to a disk of its own, so no other can restore from it",
      "use a directory that all hosts share, such as s3:// or a mounted volume"),
  CHECKPOINTS_LOST_ON_CANCEL(
      WARNING,
      "cancelling the job, or its end by a lost transaction, deletes what the repair would start from",
      "set execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION"),
  RESTARTS_END(
      WARNING,
      "a passing fault at 3 am ends the job",
      "set restart-strategy.type: exponential-delay"),
  CONCURRENT_CHECKPOINTS(
      WARNING,
      "each checkpoint under way holds one more transaction open in every sink subtask",
      "set execution.checkpointing.max-concurrent-checkpoints: 1"),
  UNALIGNED_TIMEOUT_IGNORED(
      WARNING,
      "the timeout has no effect while unaligned checkpoints are off",
      "set execution.checkpointing.unaligned.enabled: true, or remove the timeout"),
  UNALIGNED_TIMEOUT_TOO_LONG(
      WARNING,
      "a checkpoint fails before it would become unaligned",
      "set execution.checkpointing.aligned-checkpoint-timeout well below execution.checkpointing.timeout"),
  UNALIGNED_FORCED(
      ERROR,
      "barriers may then overtake records on edges where Flink cannot restore them",
      "remove execution.checkpointing.unaligned.forced"),
  ALIGNMENT_OFF(
      WARNING,
      "while the customers are loaded the events run ahead, and open windows fill their memory and then the disk",
      "set watermarks.alignment, or customers.bootstrap: none"),
  ALIGNMENT_DRIFT_SHORT(
      WARNING,
      "the slowest watermark is announced less often than partitions drift, so they stand still in between",
      "make watermarks.alignment.max-drift several times the interval"),
  IDLENESS_OFF(
      WARNING,
      "one partition that falls silent stops all windows",
      "set watermarks.idleness, such as to 30s"),
  PARALLELISM_ABOVE_MAX(
      ERROR,
      "Flink refuses more subtasks than key groups",
      "lower the parallelism; job.max-parallelism cannot be changed without losing state"),
  MAX_PARALLELISM_TIGHT(
      WARNING,
      "the job can hardly be scaled up, and the number of key groups is fixed for the life of the state",
      "raise job.max-parallelism before the first start"),
  KEY_GROUPS_UNEVEN(
      WARNING,
      "some subtasks hold more customers than others, and all wait for the largest",
      "choose a parallelism that divides job.max-parallelism"),
  CLEANUP_SLACK_SHORT(
      ERROR,
      "profiles are removed from disk by the clock while windows of the lag still need them",
      "raise customers.cleanup-slack above the longest outage"),
  CLUSTER_UNREACHABLE(
      ERROR,
      "the address was given with --rest, and no cluster can be looked at there",
      "start the cluster, or correct --rest"),
  SLOTS_TOO_FEW(
      WARNING,
      "the job waits for slots that nobody offers",
      "start more task managers, or lower the parallelism"),
  JOB_NAME_TWICE(
      ERROR,
      "two jobs of one name share prefix, group and writer, and end each other's transactions",
      "stop one of them, or give it another job.name, group and prefix"),
  ANOTHER_SLACKWATER(
      WARNING,
      "if it shares the prefix, the group or a table's writer with this one, they disturb each other",
      "compare events.group-id, transactional-id-prefix, topics and tables of the two"),
  CHECKPOINTS_FAILING(
      ERROR,
      "nothing is committed meanwhile, and a restart goes back ever further",
      "see the reason in the list of checkpoints of the web interface"),
  CHECKPOINT_TIME_TIGHT(
      WARNING,
      "a little more state or a slower upload makes checkpoints fail",
      "raise execution.checkpointing.timeout and the transaction timeout, or the parallelism"),
  CLOCK_SKEW(
      WARNING,
      "ages and lags that compare the two clocks are wrong by that much",
      "synchronise the hosts' clocks with NTP"),
  FLINK_VERSION_DIFFERS(
      WARNING,
      "the job was built and tested against another version",
      "run it on the version that it was built for, or build it for the cluster's"),
  KNOWN_FAULT(
      WARNING,
      "this version has a fault that concerns this job",
      "upgrade to the version that has it fixed"),
  KNOWN_FAULT_OPEN(
      NOTE,
      "this version has a fault that concerns this job and that no release has fixed yet",
      "nothing yet; know it when it happens");

  private final Severity severity;
  private final String why;
  private final String change;

  FlinkFinding(Severity severity, String why, String change) {
    this.severity = severity;
    this.why = why;
    this.change = change;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, why, change);
  }
}
