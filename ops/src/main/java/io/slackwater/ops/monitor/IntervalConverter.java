package io.slackwater.ops.monitor;

import io.slackwater.ops.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration within what makes sense between two samples. */
final class IntervalConverter implements ITypeConverter<Duration> {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public Duration convert(String text) {
    Duration duration = new DurationConverter().convert(text);
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new TypeConversionException(
          "'%s' is no interval: give 1s to 10m, such as 5s".formatted(text));
    }
    return duration;
  }
}
