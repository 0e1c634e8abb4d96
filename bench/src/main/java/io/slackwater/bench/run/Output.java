package io.slackwater.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.bench.work.Checksum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what an engine has committed, as it comes. Not thread-safe. */
final class Output implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final boolean areResults;
  private final Checksum checksum = new Checksum();
  private long records;

  /**
   * @param areResults false: the records are only counted
   */
  Output(String bootstrapServers, String topic, boolean areResults) {
    this.areResults = areResults;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class));
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Takes what has come, waiting for so long if there is nothing; returns how many there are. */
  long poll(Duration patience) {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
      records++;
      if (areResults) {
        add(record.value());
      }
    }
    return records;
  }

  Checksum.Value checksum() {
    return checksum.value();
  }

  @Override
  public void close() {
    consumer.close();
  }

  private void add(byte[] value) {
    JsonNode result;
    try {
      result = JSON.readTree(value);
    } catch (IOException e) {
      throw new UncheckedIOException("a result is no JSON", e);
    }
    JsonNode profile = result.path("profile").isMissingNode() ? result : result.get("profile");
    checksum.add(
        result.get("customer").asText(),
        millis(result.get("windowStart").asText()),
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
