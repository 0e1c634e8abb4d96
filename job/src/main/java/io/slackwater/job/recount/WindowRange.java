package io.slackwater.job.recount;

import io.slackwater.job.gate.EventTime;
import java.io.Serializable;
import java.time.Instant;

/**
 * Whole windows, by their starts: {@code [from, to)}, ms since the epoch.
 *
 * @param size of a window, ms
 */
public record WindowRange(long from, long to, long size) implements Serializable {
  /**
   * @throws IllegalArgumentException in one line, where the range is empty or cuts a window
   */
  public WindowRange {
    requireWhole("from", from, size);
    requireWhole("to", to, size);
    if (from >= to) {
      throw new IllegalArgumentException(
          "the range from %s to %s is empty: give a later end"
              .formatted(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to)));
    }
  }

  private static void requireWhole(String what, long time, long size) {
    long before = EventTime.windowStart(time, size);
    if (before != time) {
      throw new IllegalArgumentException(
          "%s %s cuts a window of %d ms: give %s or %s"
              .formatted(
                  what,
                  Instant.ofEpochMilli(time),
                  size,
                  Instant.ofEpochMilli(before),
                  Instant.ofEpochMilli(before + size)));
    }
  }

  /** Whether an event of this time belongs to one of the windows. */
  boolean holds(long time) {
    return from <= time && time < to;
  }

  @Override
  public String toString() {
    return Instant.ofEpochMilli(from) + " to " + Instant.ofEpochMilli(to);
  }
}
