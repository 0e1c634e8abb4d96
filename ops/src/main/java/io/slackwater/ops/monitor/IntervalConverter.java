package io.slackwater.ops.monitor;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as in the configuration, within what makes sense between two samples. */
final class IntervalConverter implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,7})(ms|s|m)");
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public Duration convert(String text) {
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      long number = Long.parseLong(parts.group(1));
      Duration duration =
          switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
          };
      if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
        return duration;
      }
    }
    throw new TypeConversionException(
        "'%s' is no interval: give 1s to 10m, such as 5s".formatted(text));
  }
}
