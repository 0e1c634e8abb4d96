package io.slackwater.ops.state;

import java.time.Duration;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A TTL on the command line, as {@code customers.ttl} is written. */
final class TtlConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      Duration ttl = TimeUtils.parseDuration(text);
      if (Character.isDigit(text.charAt(text.length() - 1)) || ttl.isNegative() || ttl.isZero()) {
        throw new IllegalArgumentException("no unit, or nothing");
      }
      return ttl;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException(
          "'%s' is no duration with a unit: write it like 3d, 12h or 90m".formatted(text));
    }
  }

  /** As a user writes it. */
  static String text(Duration ttl) {
    return TimeUtils.formatWithHighestUnit(ttl).replace(" ", "");
  }
}
