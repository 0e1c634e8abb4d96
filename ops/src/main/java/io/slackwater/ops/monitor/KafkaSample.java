package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * What the brokers said at one moment.
 *
 * @param offsets of every partition of the topics that are read
 * @param topics those that are read, as far as they exist
 * @param outputs those that are written, and those that are read but do not exist
 * @param blind what they would not say, one line each
 */
record KafkaSample(
    long atMillis,
    Map<TopicPartition, Offsets> offsets,
    Map<String, Topic> topics,
    List<OutputFacts> outputs,
    List<String> blind) {

  /**
   * Of one partition.
   *
   * @param end behind the last record
   * @param readable behind the last one that no open transaction holds back
   * @param committed by the group; null: nothing yet
   * @param bytes on disk; null: not asked for
   */
  record Offsets(
      long start, long end, long readable, @Nullable Long committed, @Nullable Long bytes) {}

  /**
   * A topic that is read.
   *
   * @param known whether its settings could be read
   * @param retentionMs null: nothing is deleted for its age, or not known
   * @param retentionBytes null: nothing is deleted for its size, or not known
   */
  record Topic(
      Uuid id,
      int partitions,
      boolean known,
      @Nullable Long retentionMs,
      @Nullable Long retentionBytes) {
    /** Whether nothing is ever deleted from it. */
    boolean keepsAll() {
      return known && retentionMs == null && retentionBytes == null;
    }
  }
}
