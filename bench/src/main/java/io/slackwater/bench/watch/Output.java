package io.slackwater.bench.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.bench.work.Checksum;
import io.slackwater.bench.work.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what an engine has committed, as it comes. Not thread-safe. */
public final class Output implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final boolean areResults;
  private final LongUnaryOperator closedAt;

  /** In ms, of results whose window's closing is known. */
  private final Histogram latencies = new Histogram(600_000, 3);

  private final Checksum checksum = new Checksum();
  private long records;

  /**
   * @param areResults false: the records are only counted
   * @param closedAt by a window's start in ms, when the log allowed it to close, by {@link
   *     System#nanoTime}; {@link Long#MIN_VALUE} where that is unknown
   */
  public Output(
      String bootstrapServers, String topic, boolean areResults, LongUnaryOperator closedAt) {
    this.closedAt = closedAt;
    this.areResults = areResults;
    this.consumer = reader(bootstrapServers, topic, "read_committed");
  }

  /** A consumer of the whole topic, from its beginning. */
  static KafkaConsumer<byte[], byte[]> reader(
      String bootstrapServers, String topic, String isolation) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class));
    List<TopicPartition> partitions =
        IntStream.range(0, Work.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** Takes what has come, waiting for so long if there is nothing; returns how many there are. */
  public long poll(Duration patience) {
    ConsumerRecords<byte[], byte[]> polled = consumer.poll(patience);
    long nowNanos = System.nanoTime();
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      if (areResults) {
        add(record.value(), nowNanos);
      } else {
        records++;
      }
    }
    return records;
  }

  public Checksum.Value checksum() {
    return checksum.value();
  }

  /** From the moment at which the log allowed a window to close, in ms, by result. */
  public Histogram latencies() {
    return latencies;
  }

  @Override
  public void close() {
    consumer.close();
  }

  private void add(byte[] value, long nowNanos) {
    JsonNode result;
    try {
      result = JSON.readTree(value);
    } catch (IOException e) {
      throw new UncheckedIOException("a result is no JSON", e);
    }
    String customer = result.get("customer").asText();
    if (customer.equals(Work.NOBODY)) {
      return;
    }
    records++;
    long startMs = millis(result.get("windowStart").asText());
    long closedNanos = closedAt.applyAsLong(startMs);
    if (closedNanos != Long.MIN_VALUE) {
      latencies.recordValue(Math.max(0, nowNanos - closedNanos) / 1_000_000);
    }
    JsonNode profile = result.path("profile").isMissingNode() ? result : result.get("profile");
    checksum.add(
        customer,
        startMs,
        result.get("orders").asLong(),
        result.get("revenue").decimalValue().movePointRight(2).longValueExact(),
        text(profile.get("segment")),
        text(profile.get("region")));
  }

  private static long millis(String instant) {
    return Instant.parse(instant.endsWith("Z") ? instant : instant + "Z").toEpochMilli();
  }

  @Nullable
  private static String text(@Nullable JsonNode node) {
    return node == null || node.isNull() ? null : node.asText();
  }
}
