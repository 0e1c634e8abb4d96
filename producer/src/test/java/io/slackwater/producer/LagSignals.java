package io.slackwater.producer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Measures the real lag of the group, five times a second, and writes it to the control topic. */
final class LagSignals implements AutoCloseable {
  private static final TopicPartition EVENTS = new TopicPartition("events", 0);

  private final String bootstrapServers;
  private final Thread thread;
  private volatile boolean closed;

  LagSignals(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.thread = new Thread(this::run, "lag-signals");
    this.thread.start();
  }

  private void run() {
    try (KafkaProducer<byte[], byte[]> signals =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        KafkaConsumer<byte[], byte[]> probe =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "group.id", "readers"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      probe.assign(List.of(EVENTS));
      publish(signals, "no signal");
      double before = 0;
      long beforeMs = System.currentTimeMillis();
      while (!closed) {
        PacedProducerIT.pause(200);
        double lag = lagSeconds(probe);
        long now = System.currentTimeMillis();
        String growth = Double.toString((lag - before) / ((now - beforeMs) / 1e3));
        publish(
            signals,
            String.format(
                Locale.ROOT,
                "{\"group\":\"readers\",\"at\":\"%s\",\"validFor\":\"PT2S\",\"lagSeconds\":%s,"
                    + "\"lagGrowthPerSecond\":%s,\"retentionHeadroomSeconds\":null}",
                Instant.ofEpochMilli(now),
                lag,
                growth));
        before = lag;
        beforeMs = now;
      }
    }
  }

  private static void publish(KafkaProducer<byte[], byte[]> signals, String value) {
    var unused =
        signals.send(
            new ProducerRecord<>("control", "readers".getBytes(UTF_8), value.getBytes(UTF_8)));
    signals.flush();
  }

  /** The age of the oldest unread record. */
  private static double lagSeconds(KafkaConsumer<byte[], byte[]> probe) {
    OffsetAndMetadata committed = probe.committed(java.util.Set.of(EVENTS)).get(EVENTS);
    long from = committed == null ? 0 : committed.offset();
    if (from >= probe.endOffsets(List.of(EVENTS)).get(EVENTS)) {
      return 0;
    }
    probe.seek(EVENTS, from);
    for (var record : probe.poll(Duration.ofSeconds(5))) {
      return (System.currentTimeMillis() - record.timestamp()) / 1e3;
    }
    throw new IllegalStateException("the record at offset " + from + " does not come");
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
