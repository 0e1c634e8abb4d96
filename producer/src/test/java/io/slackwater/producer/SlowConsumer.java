package io.slackwater.producer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer in a thread of its own, as slow as the test says. */
final class SlowConsumer implements AutoCloseable {
  private static final int ROUNDS_PER_SECOND = 20;

  private final String bootstrapServers;
  private final Thread thread;
  private volatile int perSecond = Integer.MAX_VALUE;
  private volatile boolean closed;
  private volatile long read;

  SlowConsumer(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.thread = new Thread(this::run, "slow-consumer");
    this.thread.start();
  }

  void perSecond(int records) {
    perSecond = records;
  }

  long read() {
    return read;
  }

  private void run() {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "group.id", "readers",
            "enable.auto.commit", "false",
            "auto.offset.reset", "earliest");
    TopicPartition partition = new TopicPartition("events", 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, 0);
      while (!closed) {
        round(consumer, partition);
        PacedProducerIT.pause(1_000 / ROUNDS_PER_SECOND);
      }
    }
  }

  private void round(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
    long most = perSecond / ROUNDS_PER_SECOND;
    if (most == 0) {
      return;
    }
    long end = read + most;
    for (var record : consumer.poll(Duration.ofMillis(50))) {
      if (record.offset() < end) {
        read = record.offset() + 1;
      }
    }
    consumer.seek(partition, read);
    consumer.commitSync();
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
