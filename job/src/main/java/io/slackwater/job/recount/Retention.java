package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Consumers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out whether retention may have deleted something that is needed: where the log does not
 * begin at offset 0, it must begin with a record that is older than anything needed.
 */
final class Retention {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

  private final Brokers brokers;
  private final JobConfig config;

  Retention(Brokers brokers, JobConfig config) {
    this.brokers = brokers;
    this.config = config;
  }

  /**
   * A line for each partition with such a gap.
   *
   * @param neededFrom Kafka timestamp, ms since the epoch
   */
  List<String> gaps(
      List<TopicPartition> partitions, Map<TopicPartition, Long> ends, long neededFrom) {
    List<String> gaps = new ArrayList<>();
    for (Map.Entry<TopicPartition, Long> beginning : brokers.beginnings(partitions).entrySet()) {
      TopicPartition partition = beginning.getKey();
      long first = beginning.getValue();
      if (first == 0) {
        continue;
      }
      OptionalLong oldest =
          first < ends.get(partition)
              ? timestampOfFirst(partition, first, ends.get(partition))
              : OptionalLong.empty();
      if (oldest.isEmpty() || oldest.getAsLong() >= neededFrom) {
        gaps.add(
            "%s: offsets 0 to %d are deleted, and the oldest record left is %s: records since %s may be among them"
                .formatted(
                    partition,
                    first - 1,
                    oldest.isEmpty() ? "none" : "of " + Instant.ofEpochMilli(oldest.getAsLong()),
                    Instant.ofEpochMilli(neededFrom)));
      }
    }
    return gaps;
  }

  private OptionalLong timestampOfFirst(TopicPartition partition, long first, long end) {
    Properties properties = Consumers.properties(config, "retention");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove("client.id.prefix");
    properties.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, first);
      long started = System.nanoTime();
      while (consumer.position(partition) < end && System.nanoTime() - started < PATIENCE_NANOS) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          return OptionalLong.of(record.timestamp());
        }
      }
      return OptionalLong.empty();
    }
  }
}
