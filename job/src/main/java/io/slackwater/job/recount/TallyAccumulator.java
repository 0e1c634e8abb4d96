package io.slackwater.job.recount;

import org.apache.flink.api.common.accumulators.Accumulator;

/**
 * Brings tallies to whoever started the run. A tally is handed over once, when it is complete: what
 * is in here is not changed any more, so it can be shipped at any moment.
 */
final class TallyAccumulator implements Accumulator<Tally, Tally> {
  private static final long serialVersionUID = 1L;

  /** The name under which it is registered. */
  static final String NAME = "tally";

  /** The same of what the events source says. */
  static final String EVENTS = "tally of events";

  /** The same of the corrections that the database refused. */
  static final String REFUSALS = "tally of refusals";

  /** The name of the counter of records read. */
  static final String READ = "read";

  private volatile Tally sum = new Tally();

  @Override
  public void add(Tally tally) {
    Tally both = new Tally();
    both.merge(sum);
    both.merge(tally);
    sum = both;
  }

  @Override
  public Tally getLocalValue() {
    return sum;
  }

  @Override
  public void resetLocal() {
    sum = new Tally();
  }

  @Override
  public void merge(Accumulator<Tally, Tally> other) {
    add(other.getLocalValue());
  }

  @Override
  public TallyAccumulator clone() {
    TallyAccumulator copy = new TallyAccumulator();
    copy.sum = sum;
    return copy;
  }
}
