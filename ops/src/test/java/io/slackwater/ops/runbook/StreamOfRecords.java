package io.slackwater.ops.runbook;

import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.EventTraffic;
import io.slackwater.testkit.traffic.ProfileTraffic;
import io.slackwater.testkit.traffic.TrafficShape;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Events with some of everything, as they occur, until they are told to finish. */
final class StreamOfRecords implements AutoCloseable {
  private static final int PARTITIONS = 4;
  private static final int EVENTS_PER_TURN = 5;
  private static final long TURN_MS = 50;

  private final String prefix;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<EventTraffic> events = new ArrayList<>();
  private final ProfileTraffic profiles;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private volatile Exception lost;
  private int turn;

  private StreamOfRecords(
      String prefix, KafkaProducer<byte[], byte[]> producer, ModelConfig model, int customers) {
    this.prefix = prefix;
    this.producer = producer;
    TrafficShape shape =
        new TrafficShape(customers, 0, 200, 0.02, 0.02, 0.01, 0.01, 0.005, 0.01, 0.01, 0);
    for (int i = 0; i < PARTITIONS; i++) {
      events.add(new EventTraffic(shape, model, i, i));
    }
    profiles = new ProfileTraffic(shape, model, 17);
  }

  static StreamOfRecords start(
      String bootstrapServers, String prefix, ModelConfig model, int customers) {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    StreamOfRecords stream = new StreamOfRecords(prefix, producer, model, customers);
    for (int i = 0; i < customers; i++) {
      stream.profile(i);
    }
    producer.flush();
    var unused = stream.timer.scheduleAtFixedRate(stream::turn, 0, TURN_MS, TimeUnit.MILLISECONDS);
    return stream;
  }

  private void profile(int customer) {
    var draft = profiles.next(customer, System.currentTimeMillis());
    send(
        new ProducerRecord<>(
            prefix + "customers",
            Math.floorMod(customer, PARTITIONS),
            draft.timestampMs(),
            draft.key(),
            draft.value(),
            draft.headers()));
  }

  private void turn() {
    long now = System.currentTimeMillis();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (int i = 0; i < EVENTS_PER_TURN; i++) {
        var draft = events.get(partition).next(now);
        send(
            new ProducerRecord<>(
                prefix + "events",
                partition,
                draft.timestampMs(),
                draft.key(),
                draft.value(),
                draft.headers()));
      }
    }
    // One after the other, so that no partition of the customers stands still.
    profile(turn++ % PARTITIONS);
  }

  /** Ends the stream with records that let every window close that came before. */
  void finish() {
    timer.shutdown();
    try {
      timer.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long now = System.currentTimeMillis();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      send(
          "events",
          partition,
          now,
          "{\"eventId\":\"end-%d\",\"customerId\":\"c-0\",\"occurredAt\":\"%s\",\"amount\":1}"
              .formatted(partition, Instant.ofEpochMilli(now + 30_000)));
      send(
          "customers",
          partition,
          now,
          "{\"customerId\":\"end-%d\",\"updatedAt\":\"%s\"}"
              .formatted(partition, Instant.ofEpochMilli(now + 30_000)));
    }
    producer.flush();
    if (lost != null) {
      throw new IllegalStateException("the broker did not take all records", lost);
    }
  }

  private void send(String topic, int partition, long now, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    send(new ProducerRecord<>(prefix + topic, partition, now, bytes, bytes));
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    var unused =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure != null) {
                lost = failure;
              }
            });
  }

  @Override
  public void close() {
    timer.shutdownNow();
    producer.close();
  }
}
