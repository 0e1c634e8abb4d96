package io.slackwater.ops.check;

import java.time.Duration;
import java.util.Locale;

/** Numbers as a person reads them. */
final class Text {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Text() {}

  /** The largest unit that says it without a fraction, such as {@code 90s} and {@code 7d}. */
  static String duration(Duration duration) {
    long millis = duration.toMillis();
    long[] units = {86_400_000, 3_600_000, 60_000, 1_000};
    String[] names = {"d", "h", "m", "s"};
    for (int i = 0; i < units.length; i++) {
      if (millis != 0 && millis % units[i] == 0) {
        return millis / units[i] + names[i];
      }
    }
    return millis + "ms";
  }

  static String millis(long millis) {
    return duration(Duration.ofMillis(millis));
  }

  static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  static String bytes(double bytes) {
    int unit = 0;
    double rest = bytes;
    while (Math.abs(rest) >= 1024 && unit < BYTE_UNITS.length - 1) {
      rest /= 1024;
      unit++;
    }
    return unit == 0
        ? "%.0f B".formatted(bytes)
        : String.format(Locale.ROOT, "%.1f %s", rest, BYTE_UNITS[unit]);
  }
}
