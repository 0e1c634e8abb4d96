package io.slackwater.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A log written by hand. All times are of 2026-01-01; Kafka timestamps are 18:00 unless given. */
final class TestLog {
  static final long EVENING = at("18:00:00");

  private final List<LogRecord> records = new ArrayList<>();
  private final Map<String, Long> nextOffsets = new HashMap<>();

  /** {@code 14:00:00} or {@code 14:00:00.001}, in ms since the epoch. */
  static long at(String time) {
    return Instant.parse("2026-01-01T" + time + "Z").toEpochMilli();
  }

  static Header header(String key, String value) {
    return new RecordHeader(key, value.getBytes(UTF_8));
  }

  /** An event without amount. */
  TestLog event(int partition, String id, String customer, String time) {
    return event(partition, id, customer, time, "null");
  }

  TestLog event(int partition, String id, String customer, String time, String amount) {
    return rawEvent(
        partition,
        "{\"eventId\":\"%s\",\"customerId\":\"%s\",\"occurredAt\":\"2026-01-01T%sZ\",\"amount\":%s}"
            .formatted(id, customer, time, amount));
  }

  TestLog rawEvent(int partition, String value) {
    return record("events", partition, EVENING, null, value.getBytes(UTF_8), List.of());
  }

  TestLog profile(int partition, String customer, String time, String segment) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"2026-01-01T%sZ\",\"segment\":\"%s\"}"
            .formatted(customer, time, segment);
    return record(
        "customers",
        partition,
        EVENING,
        customer.getBytes(UTF_8),
        value.getBytes(UTF_8),
        List.of());
  }

  TestLog tombstone(int partition, String customer, String time) {
    return record("customers", partition, at(time), customer.getBytes(UTF_8), null, List.of());
  }

  TestLog record(
      String topic,
      int partition,
      long timestampMs,
      byte[] key,
      byte[] value,
      List<Header> headers) {
    long offset = nextOffsets.merge(topic + partition, 1L, Long::sum) - 1;
    records.add(
        new LogRecord(new Position(topic, partition, offset), timestampMs, key, value, headers));
    return this;
  }

  List<LogRecord> records() {
    return records;
  }

  Expected judge() {
    return judge(ModelConfig.shipped());
  }

  Expected judge(ModelConfig config) {
    return Model.judge(config, records);
  }

  /** The results as JSON, by customer and window. */
  List<String> results(ModelConfig config) {
    ResultJson format = new ResultJson(config);
    return judge(config).results().values().stream().map(format::of).toList();
  }

  List<String> results() {
    return results(ModelConfig.shipped());
  }
}
