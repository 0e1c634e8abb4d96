package io.slackwater.testkit.traffic;

/**
 * What traffic is like. Shares are of all records of the kind of traffic (events or profiles), the
 * rest is ordinary.
 *
 * @param customers how many there are
 * @param hotShare of the events that one customer alone is behind
 * @param disorderMs how far behind the clock an ordinary event or profile may be; below the
 *     configured out-of-orderness none of them is late
 * @param tombstones share of the profiles
 * @param lateProfiles share of the profiles
 * @param paddingBytes added to each event that is no duplicate
 */
public record TrafficShape(
    int customers,
    double hotShare,
    long disorderMs,
    double duplicates,
    double late,
    double poisoned,
    double malformed,
    double nullValues,
    double tombstones,
    double lateProfiles,
    int paddingBytes) {

  /** A good deal of everything, so that short logs hold all of it. */
  public static TrafficShape rough(long disorderMs) {
    return new TrafficShape(8, 0.3, disorderMs, 0.1, 0.06, 0.03, 0.06, 0.02, 0.1, 0.15, 0);
  }

  /** Nothing but ordinary records. */
  public static TrafficShape calm(int customers, long disorderMs) {
    return new TrafficShape(customers, 0, disorderMs, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
