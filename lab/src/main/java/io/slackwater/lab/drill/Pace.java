package io.slackwater.lab.drill;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How fast event time runs. It is what payloads say, so it may run faster than the clock: two
 * minutes of delay are then over in a fraction of that, and everything decides the same way.
 *
 * @param startMs by the clock
 * @param baseMs event time at the start, ms since the epoch
 * @param factor event time for each ms of the clock
 */
record Pace(InstantSource clock, long startMs, long baseMs, int factor) {

  /**
   * Begins now, at the start of a window, so early that event time has not overtaken the clock when
   * {@code length} of it has passed.
   */
  static Pace from(InstantSource clock, int factor, Duration window, Duration length) {
    long now = clock.millis();
    long ahead = length.toMillis() - length.toMillis() / factor;
    long size = window.toMillis();
    return new Pace(clock, now, Math.floorDiv(now - ahead, size) * size, factor);
  }

  /** Event time now. */
  long now() {
    return baseMs + (clock.millis() - startMs) * factor;
  }

  /** How much event time has passed. */
  long elapsedMs() {
    return now() - baseMs;
  }
}
