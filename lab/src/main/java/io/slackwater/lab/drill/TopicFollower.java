package io.slackwater.lab.drill;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics as they are written, as any reader of committed records would. */
final class TopicFollower implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<String> topics;
  private final Consumer<ConsumerRecord<byte[], byte[]>> reader;
  private final Thread thread = new Thread(this::follow, "topic-follower");

  /**
   * Begins to read.
   *
   * @param reader told of each record, by another thread
   */
  TopicFollower(
      String bootstrapServers,
      List<String> topics,
      Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    this.topics = List.copyOf(topics);
    this.reader = reader;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                "false"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    thread.setDaemon(true);
    thread.start();
  }

  private void follow() {
    try (consumer) {
      List<TopicPartition> partitions =
          topics.stream()
              .flatMap(topic -> partitions(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (true) {
        consumer.poll(POLL).forEach(reader);
      }
    } catch (WakeupException closed) {
      // The one way out.
    }
  }

  /** Of a topic that was just created the broker knows nothing for a moment. */
  private List<PartitionInfo> partitions(String topic) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic);
    while (partitions.isEmpty()) {
      partitions = consumer.partitionsFor(topic);
    }
    return partitions;
  }

  @Override
  public void close() throws InterruptedException {
    consumer.wakeup();
    thread.join();
  }
}
