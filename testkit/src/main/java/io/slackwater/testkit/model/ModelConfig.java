package io.slackwater.testkit.model;

import java.util.List;
import java.util.Optional;

/**
 * The part of a configuration that decides what the right numbers are. A field is {@code key} or a
 * JSON pointer, as a user writes it; durations are ms of event time.
 *
 * @param outOfOrdernessMs how far a partition's watermark stays behind its newest event
 * @param maxFutureSkewMs how far an event time may lie ahead of the record's Kafka timestamp
 * @param maxRecordBytes a larger value is dead, in both topics
 * @param maxDigits a number with more digits than this at its aggregate's scale is dead
 */
public record ModelConfig(
    Events events,
    Customers customers,
    long windowSizeMs,
    List<Aggregate> aggregates,
    long outOfOrdernessMs,
    long maxFutureSkewMs,
    int maxRecordBytes,
    int maxDigits) {

  public ModelConfig {
    aggregates = List.copyOf(aggregates);
  }

  /**
   * The configuration that is shipped as {@code config/slackwater.yaml}, which is also the one that
   * generated traffic is made for.
   */
  public static ModelConfig shipped() {
    return new ModelConfig(
        new Events(
            "events", "/customerId", "/occurredAt", TimeFormat.ISO_8601, Optional.of("/eventId")),
        new Customers(
            "customers",
            "/customerId",
            "/updatedAt",
            TimeFormat.ISO_8601,
            List.of(
                new Attribute("segment", "/segment"), new Attribute("region", "/address/region")),
            7 * 24 * 3_600_000L,
            TtlRefresh.ON_UPDATE),
        60_000,
        List.of(
            new Aggregate("orders", Function.COUNT, Optional.empty(), 0),
            new Aggregate("revenue", Function.SUM, Optional.of("/amount"), 2)),
        5_000,
        60_000,
        1 << 20,
        38);
  }

  public ModelConfig withEvents(Events other) {
    return new ModelConfig(
        other,
        customers,
        windowSizeMs,
        aggregates,
        outOfOrdernessMs,
        maxFutureSkewMs,
        maxRecordBytes,
        maxDigits);
  }

  public ModelConfig withCustomers(Customers other) {
    return new ModelConfig(
        events,
        other,
        windowSizeMs,
        aggregates,
        outOfOrdernessMs,
        maxFutureSkewMs,
        maxRecordBytes,
        maxDigits);
  }

  public ModelConfig withAggregates(List<Aggregate> other) {
    return new ModelConfig(
        events,
        customers,
        windowSizeMs,
        other,
        outOfOrdernessMs,
        maxFutureSkewMs,
        maxRecordBytes,
        maxDigits);
  }

  public ModelConfig withTimes(long windowSize, long outOfOrderness, long maxFutureSkew) {
    return new ModelConfig(
        events,
        customers,
        windowSize,
        aggregates,
        outOfOrderness,
        maxFutureSkew,
        maxRecordBytes,
        maxDigits);
  }

  public ModelConfig withLimits(int recordBytes, int digits) {
    return new ModelConfig(
        events,
        customers,
        windowSizeMs,
        aggregates,
        outOfOrdernessMs,
        maxFutureSkewMs,
        recordBytes,
        digits);
  }

  /**
   * @param id absent: no deduplication
   */
  public record Events(
      String topic, String customer, String time, TimeFormat timeFormat, Optional<String> id) {}

  /**
   * @param attributes in the order in which a result lists them
   */
  public record Customers(
      String topic,
      String customer,
      String time,
      TimeFormat timeFormat,
      List<Attribute> attributes,
      long ttlMs,
      TtlRefresh ttlRefresh) {
    public Customers {
      attributes = List.copyOf(attributes);
    }

    public Customers withTtl(long ttl, TtlRefresh refresh) {
      return new Customers(topic, customer, time, timeFormat, attributes, ttl, refresh);
    }
  }

  /** A named value of a profile. */
  public record Attribute(String name, String field) {}

  /**
   * @param field absent only for a count, which then counts records
   * @param scale decimal places, exactly; a count ignores it
   */
  public record Aggregate(String name, Function function, Optional<String> field, int scale) {}

  /** What is computed over a window. */
  public enum Function {
    COUNT,
    SUM,
    MIN,
    MAX,
    AVG
  }

  /** How a time is written in a payload. */
  public enum TimeFormat {
    ISO_8601,
    EPOCH_SECONDS,
    EPOCH_MILLIS,
    EPOCH_MICROS
  }

  /** What counts as a sign of life of a customer: a profile, or also a matched window. */
  public enum TtlRefresh {
    ON_UPDATE,
    ON_ACTIVITY
  }
}
