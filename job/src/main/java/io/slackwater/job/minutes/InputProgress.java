package io.slackwater.job.minutes;

/**
 * How far windows may close: to the minimum of both inputs' watermarks. The customers' input leaves
 * the minimum while it is idle. The events' never does: were every partition of it silent, the
 * customers' watermark alone would close windows that events are still missing from.
 */
final class InputProgress {
  private long events = Long.MIN_VALUE;
  private long customers = Long.MIN_VALUE;
  private boolean customersIdle;

  void events(long watermark) {
    events = Math.max(events, watermark);
  }

  void customers(long watermark) {
    customers = Math.max(customers, watermark);
  }

  void customersIdle(boolean idle) {
    customersIdle = idle;
  }

  /** Whether the customers hold nothing back any more that is known from the start. */
  boolean customersLoaded() {
    return customersIdle || customers > Long.MIN_VALUE + 1;
  }

  long through() {
    return customersIdle ? events : Math.min(events, customers);
  }
}
