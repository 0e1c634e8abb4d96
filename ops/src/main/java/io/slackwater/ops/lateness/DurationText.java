package io.slackwater.ops.lateness;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as the configuration writes them: {@code 500ms}, {@code 5s}, {@code 1m}. */
final class DurationText implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'%s' is no duration: a whole number and ms, s, m, h or d, such as 500ms"
              .formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** In the largest unit that loses nothing. */
  static String of(long ms) {
    long[] sizes = {86_400_000, 3_600_000, 60_000, 1_000};
    String[] units = {"d", "h", "m", "s"};
    for (int i = 0; i < sizes.length; i++) {
      if (ms != 0 && ms % sizes[i] == 0) {
        return ms / sizes[i] + units[i];
      }
    }
    return ms == 0 ? "0s" : ms + "ms";
  }

  /** To about two digits, for people: {@code 840 ms}, {@code 4.2 s}, {@code 17 min}. */
  static String about(long ms) {
    if (ms < 1_000) {
      return ms + " ms";
    }
    if (ms < 10_000) {
      return "%.1f s".formatted(ms / 1e3);
    }
    if (ms < 120_000) {
      return "%.0f s".formatted(ms / 1e3);
    }
    if (ms < 7_200_000) {
      return "%.0f min".formatted(ms / 6e4);
    }
    return ms < 172_800_000 ? "%.0f h".formatted(ms / 3.6e6) : "%.0f d".formatted(ms / 8.64e7);
  }
}
