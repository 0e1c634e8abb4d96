package io.slackwater.producer;

import java.util.OptionalDouble;

/**
 * How a consumer group is doing, as its monitor publishes it to the control topic. Empty is
 * unknown, which is never taken for good news.
 *
 * @param atMs when it was measured, ms since the epoch, by the monitor's clock
 * @param validForMs how long it may be acted upon, ms
 * @param lagSeconds how long ago the oldest unread record was written
 * @param lagGrowthPerSecond above 0: the group falls behind
 * @param retentionHeadroomSeconds until the oldest unread record is deleted
 */
public record PaceSignal(
    String group,
    long atMs,
    long validForMs,
    OptionalDouble lagSeconds,
    OptionalDouble lagGrowthPerSecond,
    OptionalDouble retentionHeadroomSeconds) {

  /** Whether nobody has said anything newer in time. */
  public boolean isStale(long nowMs) {
    return nowMs > expiresMs();
  }

  long expiresMs() {
    return atMs + validForMs;
  }
}
