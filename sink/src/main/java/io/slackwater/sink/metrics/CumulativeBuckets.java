package io.slackwater.sink.metrics;

import java.math.BigDecimal;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * The distribution of a duration as Prometheus has it: for each bound a counter of the values up to
 * it, with the bound in seconds as the label {@code le}, and the sum of all values in ms. Counters
 * of several subtasks may be added up; quantiles may not.
 *
 * <p>A value costs a search over the bounds and two additions, and allocates nothing: the counters
 * are added up when they are read. One thread writes; a reader may be one value behind.
 */
public final class CumulativeBuckets {
  private final long[] boundsMs;
  private final long[] counts;
  private long sumMs;

  /**
   * Registers the counters, all 0.
   *
   * @param bucket name of the buckets' counters
   * @param sum name of the sum's counter
   * @param boundsMs ascending; a last one, {@code +Inf}, is added
   */
  public CumulativeBuckets(MetricGroup group, String bucket, String sum, long... boundsMs) {
    this.boundsMs = boundsMs.clone();
    this.counts = new long[boundsMs.length + 1];
    for (int i = 0; i < boundsMs.length; i++) {
      register(group, seconds(boundsMs[i]), bucket, i);
    }
    register(group, "+Inf", bucket, boundsMs.length);
    group.counter(sum, (Read) () -> sumMs);
  }

  private void register(MetricGroup group, String le, String bucket, int last) {
    group.addGroup("le", le).counter(bucket, (Read) () -> upTo(last));
  }

  private static String seconds(long ms) {
    return BigDecimal.valueOf(ms, 3).stripTrailingZeros().toPlainString();
  }

  /** Adds a value, ms. */
  public void add(long ms) {
    int i = 0;
    while (i < boundsMs.length && ms > boundsMs[i]) {
      i++;
    }
    counts[i]++;
    sumMs += ms;
  }

  private long upTo(int last) {
    long all = 0;
    for (int i = 0; i <= last; i++) {
      all += counts[i];
    }
    return all;
  }

  /** A counter that is counted elsewhere. */
  private interface Read extends Counter {
    @Override
    default void inc() {
      inc(1);
    }

    @Override
    default void inc(long n) {
      throw new UnsupportedOperationException("this counter is only read");
    }

    @Override
    default void dec() {
      inc(-1);
    }

    @Override
    default void dec(long n) {
      inc(-n);
    }
  }
}
