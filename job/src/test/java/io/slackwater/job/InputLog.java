package io.slackwater.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Input written by hand, in the order of writing. Times are of 2026-01-01 in UTC, and a record's
 * Kafka timestamp is its event time unless given.
 */
final class InputLog {
  private final TestTopics topics;
  private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private int nextId;

  InputLog(TestTopics topics) {
    this.topics = topics;
  }

  /** {@code 14:00:00} or {@code 14:00:00.001}. */
  static Instant at(String time) {
    return Instant.parse("2026-01-01T" + time + "Z");
  }

  InputLog event(int partition, String customer, String time) {
    return event(partition, customer, at(time), at(time), "");
  }

  InputLog events(int partition, String customer, String... times) {
    for (String time : times) {
      event(partition, customer, time);
    }
    return this;
  }

  /** An event that holds {@code padding}, whose Kafka timestamp may differ from its time. */
  InputLog event(int partition, String customer, Instant time, Instant timestamp, String padding) {
    String value =
        "{\"eventId\":\"e-%d\",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":1.25,\"padding\":\"%s\"}"
            .formatted(nextId++, customer, time, padding);
    records.add(
        new ProducerRecord<>(
            topics.events(), partition, timestamp.toEpochMilli(), null, value.getBytes(UTF_8)));
    return this;
  }

  InputLog profile(int partition, String customer, String time, String segment) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"%s\",\"address\":{\"region\":\"eu\"}}"
            .formatted(customer, at(time), segment);
    records.add(
        new ProducerRecord<>(
            topics.customers(),
            partition,
            at(time).toEpochMilli(),
            customer.getBytes(UTF_8),
            value.getBytes(UTF_8)));
    return this;
  }

  /** A tombstone, whose Kafka timestamp is the time of the deletion. */
  InputLog deletion(int partition, String customer, String time) {
    records.add(
        new ProducerRecord<byte[], byte[]>(
            topics.customers(),
            partition,
            (Long) at(time).toEpochMilli(),
            customer.getBytes(UTF_8),
            (byte[]) null));
    return this;
  }

  /** A record once more, to the same partition. */
  InputLog again(int index) {
    records.add(records.get(index));
    return this;
  }

  /** A record for each partition that moves its watermark to shortly before {@code time}. */
  InputLog closing(String time) {
    for (int partition = 0; partition < topics.eventPartitions(); partition++) {
      event(partition, "closing-" + partition, time);
    }
    for (int partition = 0; partition < topics.customerPartitions(); partition++) {
      profile(partition, "closing-" + partition, time, "gold");
    }
    return this;
  }

  List<ProducerRecord<byte[], byte[]>> records() {
    return records;
  }

  /** Writes it, and forgets it. */
  void send() {
    topics.send(records);
    records.clear();
  }
}
