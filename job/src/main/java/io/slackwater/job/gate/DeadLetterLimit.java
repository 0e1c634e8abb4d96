package io.slackwater.job.gate;

import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Stops the job when too large a share of the records is dead: that many do not come from bad
 * producers but from a wrong configuration or a bad release, and pouring the topic into the dead
 * letters would only make work. Counted per subtask over blocks of {@value #BLOCK} records, so a
 * few bad records at the start stop nothing.
 */
final class DeadLetterLimit {
  static final int BLOCK = 1_000;

  private final double maxShare;
  private int records;
  private int dead;

  DeadLetterLimit(double maxShare) {
    this.maxShare = maxShare;
  }

  void passed() {
    records++;
    if (records == BLOCK) {
      records = 0;
      dead = 0;
    }
  }

  /**
   * Counts a dead record.
   *
   * @throws SuppressRestartsException when there are too many: a restart would read them again
   */
  void died(String lastReason) {
    dead++;
    if (dead > maxShare * BLOCK) {
      throw new SuppressRestartsException(
          new IllegalStateException(
              "%d of the last %d records are dead letters, the last for %s; allowed is a share of %s (dead-letters.max-share). Nothing since the last checkpoint is published: correct events.fields, time-format or the release, and restore it"
                  .formatted(dead, records + 1, lastReason, maxShare)));
    }
    passed();
  }
}
