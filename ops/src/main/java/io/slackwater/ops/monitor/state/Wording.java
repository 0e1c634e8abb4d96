package io.slackwater.ops.monitor.state;

import java.time.Duration;
import java.util.Locale;

/** Figures as people say them. */
public final class Wording {
  private Wording() {}

  /** The two largest units, such as {@code 2 m 10 s}; below zero it is 0. */
  public static String duration(long ms) {
    Duration value = Duration.ofMillis(Math.max(0, ms));
    if (value.toDays() > 0) {
      return value.toDays() + " d " + value.toHoursPart() + " h";
    }
    if (value.toHours() > 0) {
      return value.toHours() + " h " + value.toMinutesPart() + " m";
    }
    if (value.toMinutes() > 0) {
      return value.toMinutes() + " m " + value.toSecondsPart() + " s";
    }
    return value.toSeconds() < 10
        ? String.format(Locale.ROOT, "%.1f s", value.toMillis() / 1000.0)
        : value.toSeconds() + " s";
  }

  public static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  public static String percent(double share) {
    return Math.round(share * 100) + " %";
  }
}
