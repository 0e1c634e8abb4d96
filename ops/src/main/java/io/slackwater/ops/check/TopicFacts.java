package io.slackwater.ops.check;

import java.util.List;
import java.util.Map;

/**
 * What the brokers say of a topic.
 *
 * @param exists otherwise the rest is empty
 * @param replication of the partition with the fewest replicas
 * @param underReplicated partitions with a replica out of sync
 * @param settings the effective ones, by their Kafka names
 * @param log for topics that are read
 */
record TopicFacts(
    String name,
    boolean exists,
    int partitions,
    int replication,
    int underReplicated,
    Looked<Map<String, String>> settings,
    Looked<List<PartitionFacts>> log) {

  static TopicFacts missing(String name) {
    String because = "topic " + name + " does not exist";
    return new TopicFacts(name, false, 0, 0, 0, Looked.not(because), Looked.not(because));
  }

  /**
   * A partition of a topic that is read.
   *
   * @param earliest offset of the first record that is still there
   * @param end offset after the last
   * @param lastHour records whose timestamps lie within the last hour
   * @param newestMillis largest timestamp, ms since the epoch; -1 if there is no record
   * @param committed where the group stands, {@link #NOTHING} or {@link #NOT_TOLD}
   * @param bytes on disk, of one replica; -1 if the brokers do not tell
   */
  record PartitionFacts(
      int partition,
      long earliest,
      long end,
      long lastHour,
      long newestMillis,
      long committed,
      long bytes) {
    /** The group has committed nothing. */
    static final long NOTHING = -1;

    /** The brokers do not tell where the group stands. */
    static final long NOT_TOLD = -2;

    long records() {
      return end - earliest;
    }

    /** Of one record, as stored; 0 if unknown. */
    double bytesPerRecord() {
      return bytes < 0 || records() <= 0 ? 0 : (double) bytes / records();
    }
  }
}
