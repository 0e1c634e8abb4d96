package io.slackwater.testkit.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics, as a consumer with {@code read_committed} sees them. */
public final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();

  private TopicReader() {}

  /**
   * All committed records up to the last stable offset of each partition as of the call, sorted by
   * partition, then offset.
   *
   * <p>The end is decided by the consumer's position, which also moves over transaction markers,
   * aborted records and compacted gaps, so a tail without records does not hang it.
   *
   * @throws IllegalStateException when the end has not been reached within two minutes
   */
  public static List<ConsumerRecord<byte[], byte[]>> readAll(
      String bootstrapServers, String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(bootstrapServers))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return readTo(consumer, consumer.endOffsets(partitions));
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> readTo(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
    long started = System.nanoTime();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      if (System.nanoTime() - started > PATIENCE_NANOS) {
        throw new IllegalStateException(
            "not at the end offsets %s after two minutes: is the broker up?".formatted(ends));
      }
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      records.forEach(read::add);
    }
    // What was written after the call is not part of the answer.
    read.removeIf(
        record ->
            record.offset() >= ends.get(new TopicPartition(record.topic(), record.partition())));
    read.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return read;
  }

  private static Properties settings(String bootstrapServers) {
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    settings.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    settings.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    return settings;
  }
}
