package io.slackwater.ops.size;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.util.TimeUtils;

/** Numbers with units, read and written. Bytes are decimal, as networks and disks are sold. */
final class Quantity {
  /** What a number counts. */
  enum Unit {
    COUNT,
    FACTOR,
    PER_SECOND,
    BYTES,
    BYTES_PER_SECOND,
    SECONDS
  }

  private static final Pattern SIZE = Pattern.compile("([0-9.]{1,15}) *([A-Za-z]{0,3})");
  private static final Map<String, Double> SIZES =
      Map.of(
          "",
          1.0,
          "B",
          1.0,
          "KB",
          1e3,
          "MB",
          1e6,
          "GB",
          1e9,
          "TB",
          1e12,
          "KIB",
          1024.0,
          "MIB",
          1024.0 * 1024,
          "GIB",
          1024.0 * 1024 * 1024);
  private static final double MOST = 1e18;

  private Quantity() {}

  /**
   * Reads a number.
   *
   * @throws IllegalArgumentException saying what is allowed
   */
  static double parse(Unit unit, String text) {
    double value =
        switch (unit) {
          case COUNT, PER_SECOND, FACTOR -> number(text, "a number, such as 50000");
          case SECONDS -> seconds(text);
          case BYTES, BYTES_PER_SECOND -> size(text);
        };
    if (!(value > 0 && value <= MOST)) {
      throw new IllegalArgumentException("more than 0, at most 1e18");
    }
    if (unit == Unit.COUNT && value != Math.rint(value)) {
      throw new IllegalArgumentException("a whole number");
    }
    return value;
  }

  private static double number(String text, String allowed) {
    try {
      return Double.parseDouble(text.replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(allowed, e);
    }
  }

  private static double seconds(String text) {
    try {
      return TimeUtils.parseDuration(text).toMillis() / 1000.0;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("a duration, such as 30s, 1h or 7d", e);
    }
  }

  private static double size(String text) {
    String allowed = "a size, such as 500, 2KB, 25GB or 64MiB";
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      throw new IllegalArgumentException(allowed);
    }
    Double factor = SIZES.get(size.group(2).toUpperCase(Locale.ROOT));
    if (factor == null) {
      throw new IllegalArgumentException(allowed);
    }
    return number(size.group(1), allowed) * factor;
  }

  static String text(Unit unit, double value) {
    return switch (unit) {
      case COUNT -> scaled(value, "", " k", " M", " G");
      case FACTOR -> String.format(Locale.ROOT, "%s", trimmed(value));
      case PER_SECOND -> scaled(value, "", " k", " M", " G") + "/s";
      case BYTES -> scaled(value, " B", " KB", " MB", " GB", " TB", " PB", " EB");
      case BYTES_PER_SECOND -> scaled(value, " B", " KB", " MB", " GB", " TB", " PB", " EB") + "/s";
      case SECONDS -> duration(value);
    };
  }

  private static String scaled(double value, String... names) {
    int scale = 0;
    double rest = value;
    // 999.95 would be written as 1000.0.
    while (rest >= 999.95 && scale < names.length - 1) {
      rest /= 1000;
      scale++;
    }
    return trimmed(rest) + names[scale];
  }

  /** Three digits are more than the assumptions are worth. */
  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    if (value > 0 && value < 0.095) {
      text = String.format(Locale.ROOT, "%.4f", value);
    }
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  private static String duration(double seconds) {
    if (Double.isInfinite(seconds)) {
      return "never";
    }
    double[] lengths = {86_400, 3_600, 60};
    String[] names = {" d", " h", " min"};
    for (int i = 0; i < lengths.length; i++) {
      if (seconds >= lengths[i]) {
        return trimmed(seconds / lengths[i]) + names[i];
      }
    }
    return trimmed(seconds) + " s";
  }
}
