package io.slackwater.bench.work;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * When the log allowed each window to close: when its last partition got an event that is so far
 * behind the window's end as events may be out of order. Thread-safe.
 */
final class WindowClosings {
  private static final long WINDOW_MS = 60_000;

  private final long boundMs;
  private final long[] reached;

  /** By the window's end: how many partitions are beyond it, and when the latest of them was. */
  private final TreeMap<Long, Closing> closings = new TreeMap<>();

  /**
   * @param partitions how many must have got such an event
   * @param startMs event time that all of them have reached
   * @param boundMs out-of-orderness in ms of event time
   */
  WindowClosings(int partitions, long startMs, long boundMs) {
    this.boundMs = boundMs;
    this.reached = new long[partitions];
    Arrays.fill(reached, startMs);
  }

  private record Closing(int partitions, long atNanos) {}

  /** A partition has got an event. */
  synchronized void arrived(int partition, long eventMs, long nowNanos) {
    long end = lastEnd(reached[partition]) + WINDOW_MS;
    reached[partition] = Math.max(reached[partition], eventMs);
    for (; end <= lastEnd(reached[partition]); end += WINDOW_MS) {
      closings.merge(
          end,
          new Closing(1, nowNanos),
          (before, one) -> new Closing(before.partitions + 1, Math.max(before.atNanos, nowNanos)));
    }
  }

  /** The newest window end that an event at this time lets close. */
  private long lastEnd(long eventMs) {
    return Math.floorDiv(eventMs - boundMs, WINDOW_MS) * WINDOW_MS;
  }

  /**
   * When the window could close, by {@link System#nanoTime}.
   *
   * @return {@link Long#MIN_VALUE} if it could not yet
   */
  synchronized long closedAt(long windowStartMs) {
    Closing closing = closings.get(windowStartMs + WINDOW_MS);
    return closing == null || closing.partitions < reached.length
        ? Long.MIN_VALUE
        : closing.atNanos;
  }
}
