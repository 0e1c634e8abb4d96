package io.slackwater.ops;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations on the command line, as the configuration writes them: {@code 500ms}, {@code 7d}. */
public class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new TypeConversionException(
          "'%s' is no duration: a whole number and ms, s, m, h or d, such as 30s".formatted(text));
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** As a user writes it, in the largest unit that loses nothing. */
  public static String text(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    return TimeUtils.formatWithHighestUnit(duration).replace(" ", "").replace("min", "m");
  }

  /** Longer than nothing. */
  public static final class Positive extends DurationConverter {
    @Override
    public Duration convert(String text) {
      Duration duration = super.convert(text);
      if (duration.isZero()) {
        throw new TypeConversionException("'%s' is no time at all".formatted(text));
      }
      return duration;
    }
  }
}
