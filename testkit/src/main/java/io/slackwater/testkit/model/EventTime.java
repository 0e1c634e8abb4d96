package io.slackwater.testkit.model;

import io.slackwater.testkit.model.ModelConfig.TimeFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Event times as payloads write them, rounded down to ms since the epoch. */
final class EventTime {
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})T(\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)"
              + "(Z|[+-]\\d{2}(?::?\\d{2})?)");
  private static final Pattern MIDNIGHT_AT_THE_END = Pattern.compile("24:00(:00(\\.0+)?)?");
  private static final long MIN = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long MAX = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private EventTime() {}

  /** The time in ms, or nothing if the value is not a time of the years 0001 to 9999 (UTC). */
  static OptionalLong parse(TimeFormat format, Json value) {
    if (format == TimeFormat.ISO_8601) {
      return value instanceof Json.Text text ? iso(text.value()) : OptionalLong.empty();
    }
    if (!(value instanceof Json.Num number) || !number.isInteger()) {
      return OptionalLong.empty();
    }
    int powerOfTen =
        switch (format) {
          case EPOCH_SECONDS -> 3;
          case EPOCH_MILLIS -> 0;
          case EPOCH_MICROS -> -3;
          case ISO_8601 -> throw new AssertionError("handled above");
        };
    BigDecimal ms =
        new BigDecimal(number.literal())
            .scaleByPowerOfTen(powerOfTen)
            .setScale(0, RoundingMode.FLOOR);
    return ms.precision() > 18 ? OptionalLong.empty() : inRange(ms.longValueExact());
  }

  private static OptionalLong iso(String text) {
    Matcher matcher = ISO.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    try {
      LocalDate date = LocalDate.parse(matcher.group(1));
      String time = matcher.group(2);
      boolean nextMidnight = MIDNIGHT_AT_THE_END.matcher(time).matches();
      return inRange(
          date.plusDays(nextMidnight ? 1 : 0)
              .atTime(nextMidnight ? LocalTime.MIDNIGHT : LocalTime.parse(time))
              .toInstant(ZoneOffset.of(matcher.group(3)))
              .toEpochMilli());
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong inRange(long ms) {
    return ms < MIN || ms > MAX ? OptionalLong.empty() : OptionalLong.of(ms);
  }
}
