package io.slackwater.ops.monitor;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Consumers;
import io.slackwater.ops.monitor.KafkaSample.Offsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the first record behind a position, whose timestamp tells how old the lag is. It reads as
 * the job does, committed records only, so transaction markers, aborted records and compacted-away
 * offsets are no lag.
 *
 * <p>One small fetch for each partition that has offsets behind the position, and none as long as
 * the position has not passed the record that was found before. No group is joined. Not
 * thread-safe.
 */
final class OldestUnread implements AutoCloseable {
  /** A fetch returns at least one batch, however large, so it need not be large. */
  private static final int FETCH_BYTES = 8 * 1024;

  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final long patienceNanos;

  OldestUnread(JobConfig config, Duration patience) {
    Properties properties = Consumers.properties(config, "monitor");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove("client.id.prefix");
    properties.setProperty(ConsumerConfig.CLIENT_ID_CONFIG, config.events().groupId() + "-probe");
    properties.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
    properties.setProperty(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Integer.toString(FETCH_BYTES));
    properties.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50");
    properties.setProperty(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "2000");
    this.consumer = new KafkaConsumer<>(properties);
    this.patienceNanos = patience.toNanos();
  }

  /**
   * What lies behind a position.
   *
   * @param from the position
   * @param offset of the oldest record there, or the end where there is none
   * @param timestamp of that record, ms; null: there is none
   */
  record Found(long from, long offset, @Nullable Long timestamp) {
    boolean holdsFor(long position, Offsets now) {
      return timestamp != null && from <= position && position <= offset && now.start() <= offset;
    }

    boolean nothingLeft() {
      return timestamp == null;
    }
  }

  /**
   * Looks behind each position. A partition is left out when nothing was found in time, or when
   * what is there cannot be read yet.
   *
   * @param known what was found the last time
   */
  Map<TopicPartition, Found> look(
      Map<TopicPartition, Long> positions,
      Map<TopicPartition, Offsets> offsets,
      Map<TopicPartition, Found> known) {
    Map<TopicPartition, Found> found = new HashMap<>();
    Set<TopicPartition> open = new HashSet<>();
    positions.forEach(
        (partition, position) -> {
          Offsets now = offsets.get(partition);
          if (now == null || position > now.end()) {
            return;
          }
          Found before = known.get(partition);
          if (position == now.end()) {
            found.put(partition, new Found(position, position, null));
          } else if (before != null && before.holdsFor(position, now)) {
            found.put(partition, before);
          } else if (position < now.readable()) {
            open.add(partition);
          }
        });
    if (!open.isEmpty()) {
      read(open, positions, offsets, found);
    }
    return found;
  }

  private void read(
      Set<TopicPartition> open,
      Map<TopicPartition, Long> positions,
      Map<TopicPartition, Offsets> offsets,
      Map<TopicPartition, Found> found) {
    consumer.assign(open);
    for (TopicPartition partition : open) {
      consumer.seek(partition, Math.max(positions.get(partition), offsets.get(partition).start()));
    }
    long deadline = System.nanoTime() + patienceNanos;
    while (!open.isEmpty() && System.nanoTime() < deadline) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (open.remove(partition)) {
          long from = positions.get(partition);
          found.put(partition, new Found(from, record.offset(), record.timestamp()));
          consumer.pause(List.of(partition));
        }
      }
      for (TopicPartition partition : Set.copyOf(open)) {
        Offsets now = offsets.get(partition);
        if (consumer.position(partition) >= now.readable()) {
          open.remove(partition);
          consumer.pause(List.of(partition));
          if (now.readable() == now.end()) {
            found.put(partition, new Found(positions.get(partition), now.end(), null));
          }
        }
      }
    }
    consumer.unsubscribe();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
