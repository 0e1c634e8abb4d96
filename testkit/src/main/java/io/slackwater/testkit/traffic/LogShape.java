package io.slackwater.testkit.traffic;

/**
 * How a log is laid out.
 *
 * @param records of both topics together
 * @param profileShare of the records that are profiles
 * @param strayShare of the events that go to another partition than their producer's, so that a
 *     duplicate may stand in another partition than the first
 * @param startMs of the clock
 * @param gapMs mean time between two records
 * @param clockSkewMs how far the clocks of two producers may differ
 */
public record LogShape(
    int eventPartitions,
    int customerPartitions,
    int records,
    double profileShare,
    double strayShare,
    long startMs,
    long gapMs,
    long clockSkewMs) {

  /** A short log with some of everything, whose clock starts at 2026-01-01T14:00:00Z. */
  public static LogShape small(int eventPartitions, int customerPartitions, int records) {
    return new LogShape(
        eventPartitions, customerPartitions, records, 0.2, 0.1, 1_767_276_000_000L, 1_000, 10_000);
  }
}
