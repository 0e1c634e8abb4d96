package io.slackwater.sink.metrics;

import java.time.Clock;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a committer tells of its commits: how long they took, how many did not succeed, and for how
 * long the oldest has been waiting since it was tried first.
 */
public final class CommitMetrics {
  private static final long[] BOUNDS_MS = {
    10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000
  };
  private static final long NONE = Long.MAX_VALUE;

  private final Clock clock;
  private final CumulativeBuckets durations;
  private final Counter failures;

  /** Read by the metrics reporter. */
  private volatile long pendingSince = NONE;

  public CommitMetrics(MetricGroup group, Clock clock) {
    this.clock = clock;
    durations = new CumulativeBuckets(group, "commitSecondsBucket", "commitMillisSum", BOUNDS_MS);
    failures = group.counter("commitFailures");
    group.gauge("oldestPendingCommitAge", (Gauge<Long>) this::oldestPendingAge);
  }

  /** Some are about to be committed; those that were left over before are older. */
  public void tried() {
    if (pendingSince == NONE) {
      pendingSince = clock.millis();
    }
  }

  /** A commit has succeeded, after so many ms. */
  public void committed(long durationMs) {
    durations.add(Math.max(0, durationMs));
  }

  /** A commit was refused, or could not be made now. */
  public void failed() {
    failures.inc();
  }

  /** None is left over. */
  public void settled() {
    pendingSince = NONE;
  }

  private long oldestPendingAge() {
    long since = pendingSince;
    return since == NONE ? 0 : Math.max(0, clock.millis() - since);
  }
}
