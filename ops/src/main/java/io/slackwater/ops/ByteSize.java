package io.slackwater.ops;

import java.util.Locale;

/** Bytes as a person reads them, in powers of 1024. */
public final class ByteSize {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private ByteSize() {}

  public static String text(long bytes) {
    return text((double) bytes);
  }

  /** Such as {@code 512 B} and {@code 1.5 GiB}. */
  public static String text(double bytes) {
    int unit = 0;
    double rest = bytes;
    while (Math.abs(rest) >= 1024 && unit < UNITS.length - 1) {
      rest /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, UNITS[unit]);
  }
}
