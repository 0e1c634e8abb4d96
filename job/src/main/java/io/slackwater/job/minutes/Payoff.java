package io.slackwater.job.minutes;

/**
 * Whether adding events up pays: measures in samples of what has been sent how many events a row
 * stands for, and lets events pass for a while where they are too few.
 */
final class Payoff {
  private final long sample;
  private final long pause;
  private long events;
  private long rows;
  private long toPass;

  Payoff(long sample, long pause) {
    this.sample = sample;
    this.pause = pause;
  }

  /** Whether the event at hand had better pass. */
  boolean letsPass() {
    if (toPass == 0) {
      return false;
    }
    toPass--;
    return true;
  }

  void sent(long eventsOfRows, long number) {
    events += eventsOfRows;
    rows += number;
    if (events >= sample) {
      // A row costs more than an event does, and finding the one to add to is not for nothing.
      if (events < rows + rows / 2) {
        toPass = pause;
      }
      events = 0;
      rows = 0;
    }
  }
}
