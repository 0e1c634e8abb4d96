package io.slackwater.sink.jdbc;

import java.math.BigDecimal;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Published rows, and how long publications took as cumulative buckets: counters that may be summed
 * over subtasks, which Flink's own histograms may not.
 */
final class CommitMetrics {
  private static final long[] BOUNDS_MS = {
    10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000
  };

  private final Counter[] buckets = new Counter[BOUNDS_MS.length];
  private final Counter all;
  private final Counter millis;
  private final Counter rows;

  CommitMetrics(MetricGroup group) {
    for (int i = 0; i < BOUNDS_MS.length; i++) {
      String seconds = BigDecimal.valueOf(BOUNDS_MS[i], 3).stripTrailingZeros().toPlainString();
      buckets[i] = group.addGroup("le", seconds).counter("commitSecondsBucket");
    }
    all = group.addGroup("le", "+Inf").counter("commitSecondsBucket");
    millis = group.counter("commitMillisSum");
    rows = group.counter("publishedRows");
  }

  void published(long publishedRows, long durationMillis) {
    for (int i = 0; i < BOUNDS_MS.length; i++) {
      if (durationMillis <= BOUNDS_MS[i]) {
        buckets[i].inc();
      }
    }
    all.inc();
    millis.inc(durationMillis);
    rows.inc(publishedRows);
  }
}
