package io.slackwater.job.decode;

import io.slackwater.job.config.TimeFormat;
import java.time.Duration;
import java.util.Locale;

/**
 * Reads event times, in ms since the epoch; digits finer than that are cut off downwards, also
 * before 1970. A time outside the years 1 to 9999 is refused: no format can write it, and nearly
 * always the unit is wrong. So is a time too far ahead of the record's own Kafka timestamp, because
 * it would close the windows of everything that follows.
 *
 * <p>A record without a Kafka timestamp (negative) gives nothing to compare with, so that last rule
 * is skipped for it.
 */
final class TimeRule {
  private static final long EARLIEST = -62_135_596_800_000L;
  private static final long LATEST = 253_402_300_799_999L;

  private final TimeFormat format;
  private final long maxFutureSkewMs;
  private final DecimalText decimal = new DecimalText();

  TimeRule(TimeFormat format, Duration maxFutureSkew) {
    this.format = format;
    // More than the whole range allows everything, and cannot overflow.
    boolean bounded = maxFutureSkew.compareTo(Duration.ofMillis(LATEST)) < 0;
    this.maxFutureSkewMs = bounded ? maxFutureSkew.toMillis() : LATEST;
  }

  static boolean isInRange(long timeMs) {
    return timeMs >= EARLIEST && timeMs <= LATEST;
  }

  /**
   * @param kafkaTimestampMs of the record, negative if it has none
   */
  long read(FieldValue value, long kafkaTimestampMs) throws Refusal {
    if (value.isAbsent()) {
      throw value.refusal(DeadLetterReason.MISSING_TIME, "a time is required");
    }
    long time = format == TimeFormat.ISO_8601 ? iso(value) : epoch(value);
    if (!isInRange(time)) {
      throw value.refusal(DeadLetterReason.INVALID_TIME, "outside the years 0001 to 9999");
    }
    if (kafkaTimestampMs >= 0 && time - maxFutureSkewMs > kafkaTimestampMs) {
      throw value.refusal(
          DeadLetterReason.FUTURE_TIME,
          "%d ms ahead of the record's Kafka timestamp, allowed are %d"
              .formatted(time - kafkaTimestampMs, maxFutureSkewMs));
    }
    return time;
  }

  private static long iso(FieldValue value) throws Refusal {
    if (value.kind() == ValueKind.TEXT) {
      long time = IsoTime.parse(value.bytes(), value.start(), value.end());
      if (time != IsoTime.INVALID) {
        return time;
      }
    }
    throw value.refusal(
        DeadLetterReason.INVALID_TIME, "expected an ISO-8601 time with an offset, as a string");
  }

  private long epoch(FieldValue value) throws Refusal {
    if (value.kind() != ValueKind.NUMBER) {
      String name = format.name().toLowerCase(Locale.ROOT).replace('_', '-');
      throw value.refusal(DeadLetterReason.INVALID_TIME, "expected a number (" + name + ")");
    }
    boolean read = decimal.read(value.bytes(), value.start(), value.end(), shiftToMillis());
    return read && decimal.isSmall() ? decimal.floor() : Long.MAX_VALUE;
  }

  private int shiftToMillis() {
    return switch (format) {
      case EPOCH_SECONDS -> 3;
      case EPOCH_MICROS -> -3;
      default -> 0;
    };
  }
}
