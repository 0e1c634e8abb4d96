package io.slackwater.producer;

/**
 * How fast a producer may go, and why.
 *
 * @param rate records per second; infinite: as fast as it likes
 * @param ceiling the rate that it had before it was slowed down; reached again, it is free
 * @param signalAtMs of the last signal that was acted upon
 * @param sinceMs when this was decided, ms since the epoch
 */
public record Pace(double rate, double ceiling, long signalAtMs, long sinceMs, Reason reason) {

  /** Why it is what it is. */
  public enum Reason {
    /** Nobody has said anything yet: free. */
    NO_SIGNAL,
    /** The lag is within the target. */
    KEEPING_UP,
    /** The lag is above the target and grows, or may grow. */
    FALLING_BEHIND,
    /** The lag is above the target and shrinks: the pace is right. */
    CATCHING_UP,
    /** Unread records are about to be deleted. */
    RETENTION_NEAR,
    /** The lag is not known: nothing is changed. */
    UNKNOWN_LAG,
    /** Signals have stopped coming. */
    STALE
  }

  static Pace free(long nowMs) {
    return new Pace(
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Long.MIN_VALUE,
        nowMs,
        Reason.NO_SIGNAL);
  }

  public boolean isFree() {
    return rate == Double.POSITIVE_INFINITY;
  }
}
