package io.slackwater.lab.drill;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How fast event time runs. It is what payloads say, so it may run faster than the clock: two
 * minutes of delay are then over in a fraction of that, and everything decides the same way. It
 * stands still until it begins.
 */
final class Pace {
  private final InstantSource clock;
  private final long baseMs;
  private final int factor;
  private long begunMs = Long.MAX_VALUE;
  private long elapsedMs;

  /**
   * At the start of a window, so early that event time has not overtaken the clock when {@code
   * length} of it has passed.
   *
   * @param factor event time for each ms of the clock
   */
  Pace(InstantSource clock, int factor, Duration window, Duration length) {
    if (length.toMillis() % window.toMillis() != 0) {
      throw new IllegalArgumentException(length + " ends in the middle of a window of " + window);
    }
    this.clock = clock;
    this.factor = factor;
    long ahead = length.toMillis() - length.toMillis() / factor;
    long size = window.toMillis();
    this.baseMs = Math.floorDiv(clock.millis() - ahead, size) * size;
  }

  /** It runs from now on. */
  synchronized void begin() {
    begunMs = clock.millis();
  }

  /** It stands still until it begins again. */
  synchronized void pause() {
    elapsedMs = elapsedMs();
    begunMs = Long.MAX_VALUE;
  }

  /** Event time at the beginning, ms since the epoch. */
  long baseMs() {
    return baseMs;
  }

  /** Event time now, ms since the epoch. */
  long now() {
    return baseMs + elapsedMs();
  }

  /** How much event time has passed. */
  synchronized long elapsedMs() {
    return elapsedMs + Math.max(0, clock.millis() - begunMs) * factor;
  }
}
