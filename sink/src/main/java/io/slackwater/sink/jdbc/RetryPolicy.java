package io.slackwater.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long a database that is away is waited for before the task fails and Flink restarts it.
 *
 * @param attempts tries in all, at least 1
 * @param firstPause before the second try; doubles from try to try
 * @param longestPause where the doubling ends
 */
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause)
    implements Serializable {

  /** About a minute of pauses. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(12, Duration.ofMillis(100), Duration.ofSeconds(10));

  /**
   * @throws IllegalArgumentException when there is no first try or a pause is negative
   */
  public RetryPolicy {
    if (attempts < 1 || firstPause.isNegative() || longestPause.isNegative()) {
      throw new IllegalArgumentException(
          "retry policy (%d attempts, pauses %s to %s): needs at least 1 attempt and no negative pause"
              .formatted(attempts, firstPause, longestPause));
    }
  }

  /**
   * @param failures tries that have failed so far, from 1
   */
  Duration pauseAfter(int failures) {
    long doubled = firstPause.toMillis() << Math.min(failures - 1, 20);
    return Duration.ofMillis(Math.min(doubled, longestPause.toMillis()));
  }
}
