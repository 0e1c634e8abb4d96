package io.slackwater.ops.lateness;

import io.slackwater.ops.DurationConverter;
import java.time.Duration;

/** Durations in reports. */
final class DurationText {
  private DurationText() {}

  /** As the configuration writes it. */
  static String of(long ms) {
    return DurationConverter.text(Duration.ofMillis(ms));
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
