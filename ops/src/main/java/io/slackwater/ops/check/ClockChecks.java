package io.slackwater.ops.check;

/** Whether other hosts' clocks agree with this one. */
final class ClockChecks {
  /** More than NTP leaves, and than a garbage collection between two lines of code explains. */
  static final long TOLERATED_MILLIS = 2_000;

  private ClockChecks() {}

  static void check(Clock clock, Findings findings) {
    long skew = clock.skewMillis();
    if (Math.abs(skew) > TOLERATED_MILLIS) {
      findings.add(
          FlinkFinding.CLOCK_SKEW,
          "the clock of the %s is %d ms %s this host's"
              .formatted(clock.whose(), Math.abs(skew), skew > 0 ? "ahead of" : "behind"));
    }
  }
}
