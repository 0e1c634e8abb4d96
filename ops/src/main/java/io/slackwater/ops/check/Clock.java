package io.slackwater.ops.check;

/**
 * A clock that was asked for its time.
 *
 * @param whose who keeps it
 * @param said what it said, ms since the epoch
 * @param asked this host's clock right before, ms
 * @param answered this host's clock right after, ms
 */
record Clock(String whose, long said, long asked, long answered) {
  /** How far it is ahead of this host, ms; 0 while the time on the way explains it. */
  long skewMillis() {
    if (said > answered) {
      return said - answered;
    }
    return Math.min(0, said - asked);
  }
}
