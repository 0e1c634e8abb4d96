package io.slackwater.ops.state;

import org.apache.flink.api.common.accumulators.Accumulator;

/**
 * Takes each part's tally when the part has been read, and not before: it may be shipped any time.
 */
final class StateTallyAccumulator implements Accumulator<StateTally, StateTally> {
  private static final long serialVersionUID = 1L;
  static final String NAME = "state";

  private final int ttls;
  private volatile StateTally sum;

  StateTallyAccumulator(int ttls) {
    this.ttls = ttls;
    this.sum = new StateTally(ttls);
  }

  @Override
  public void add(StateTally part) {
    StateTally both = new StateTally(ttls);
    both.merge(sum);
    both.merge(part);
    sum = both;
  }

  @Override
  public StateTally getLocalValue() {
    return sum;
  }

  @Override
  public void resetLocal() {
    sum = new StateTally(ttls);
  }

  @Override
  public void merge(Accumulator<StateTally, StateTally> other) {
    add(other.getLocalValue());
  }

  @Override
  public StateTallyAccumulator clone() {
    StateTallyAccumulator copy = new StateTallyAccumulator(ttls);
    copy.sum = sum;
    return copy;
  }
}
