package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import java.util.Arrays;

/**
 * What several events of one customer and window came to, in the order of the configured
 * aggregates. Their window was open for certain, and they had no ids: duplicates are told by whole
 * ids, each of which has to reach the place where all are known.
 */
public final class PartialAggregate implements CustomerInput {
  private final Utf8 customer;
  private final long windowStart;
  private final long[] counts;
  private final Measures values;

  /**
   * Neither array nor measures are copied: whoever gives them away leaves them alone.
   *
   * @param windowStart ms since the epoch
   * @param counts for each aggregate, of the events that it takes into account
   * @param values for each aggregate, the running sum or extreme
   */
  public PartialAggregate(Utf8 customer, long windowStart, long[] counts, Measures values) {
    this.customer = customer;
    this.windowStart = windowStart;
    this.counts = counts;
    this.values = values;
  }

  @Override
  public Utf8 customer() {
    return customer;
  }

  public long windowStart() {
    return windowStart;
  }

  public long[] counts() {
    return counts;
  }

  public Measures values() {
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartialAggregate that
        && customer.equals(that.customer)
        && windowStart == that.windowStart
        && Arrays.equals(counts, that.counts)
        && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return 31 * customer.hashCode() + Long.hashCode(windowStart);
  }

  @Override
  public String toString() {
    return "%s from %d: %s %s".formatted(customer, windowStart, Arrays.toString(counts), values);
  }
}
