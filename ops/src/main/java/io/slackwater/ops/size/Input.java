package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;
import java.util.Locale;

/**
 * What the arithmetic starts from, one option each. The defaults are the load that the job was
 * written for; those marked as assumptions depend on hardware and data, and are to be measured.
 */
enum Input {
  PRODUCERS(Unit.COUNT, 200, "producers of events"),
  RATE(Unit.PER_SECOND, 50_000, "events per second, all producers together"),
  RECORD_SIZE(Unit.BYTES, 2_000, "an event as it lies in Kafka"),
  RETENTION(Unit.SECONDS, 7 * 86_400, "how long Kafka keeps events"),
  REPLICATION(Unit.COUNT, 3, "copies of each event"),
  BROKERS(Unit.COUNT, 6, "brokers that share the copies"),
  CUSTOMERS(Unit.COUNT, 50_000_000, "customers known"),
  PROFILE_SIZE(Unit.BYTES, 500, "a customer's profile in the state"),
  TTL(Unit.SECONDS, 7 * 86_400, "customers.ttl; each profile is updated once in that time"),
  WINDOW(Unit.SECONDS, 60, "window.size"),
  OUT_OF_ORDERNESS(Unit.SECONDS, 5, "watermarks.out-of-orderness"),
  RESULT_SIZE(Unit.BYTES, 300, "a result as it is written"),
  MAX_PARALLELISM(Unit.COUNT, 720, "job.max-parallelism"),
  PARALLELISM(Unit.COUNT, 4, "subtasks now"),
  RESCALE_TO(Unit.COUNT, 16, "subtasks after a rescale"),
  SLOTS_PER_NODE(Unit.COUNT, 1, "subtasks on one node"),
  CHECKPOINT_INTERVAL(Unit.SECONDS, 30, "execution.checkpointing.interval"),
  CHECKPOINT_TIMEOUT(Unit.SECONDS, 600, "execution.checkpointing.timeout"),
  RETAINED_CHECKPOINTS(Unit.COUNT, 3, "execution.checkpointing.num-retained"),
  OUTAGE(Unit.SECONDS, 3_600, "the outage to catch up after"),
  TASK_STATE_LIMIT(Unit.BYTES, 32e9, "the most state that one subtask may hold"),
  TASK_CAPACITY(Unit.PER_SECOND, 50_000, true, "events that one subtask can process"),
  PARTITION_CAPACITY(Unit.BYTES_PER_SECOND, 10e6, true, "bytes that one partition can take"),
  NODE_NETWORK(Unit.BYTES_PER_SECOND, 1.25e9, true, "network of a node, each way"),
  UPLOAD(Unit.BYTES_PER_SECOND, 200e6, true, "upload of a node to the checkpoint storage"),
  DOWNLOAD(Unit.BYTES_PER_SECOND, 200e6, true, "download of a node from it"),
  SHUFFLED_SIZE(Unit.BYTES, 80, true, "an event between two subtasks"),
  WINDOW_ENTRY_SIZE(Unit.BYTES, 120, true, "a customer's open window in memory"),
  REWRITES(Unit.FACTOR, 3, true, "times that compaction writes a changed profile anew"),
  COMPACTION_HEADROOM(Unit.FACTOR, 2, true, "disk for state and for what compaction writes"),
  INDEX_SHARE(Unit.FACTOR, 0.015, true, "of the state: indexes and Bloom filters in memory"),
  WRITE_BUFFERS(Unit.BYTES, 64e6, true, "write buffers of a subtask");

  private final Unit unit;
  private final double byDefault;
  private final boolean assumption;
  private final String meaning;

  Input(Unit unit, double byDefault, String meaning) {
    this(unit, byDefault, false, meaning);
  }

  Input(Unit unit, double byDefault, boolean assumption, String meaning) {
    this.unit = unit;
    this.byDefault = byDefault;
    this.assumption = assumption;
    this.meaning = meaning;
  }

  String option() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Unit unit() {
    return unit;
  }

  double byDefault() {
    return byDefault;
  }

  /** Whether it depends on hardware or data, so that only measuring tells. */
  boolean isAssumption() {
    return assumption;
  }

  String meaning() {
    return meaning;
  }

  /** For the name of a quantity in a formula. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
