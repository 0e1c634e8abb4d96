package io.slackwater.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

/** What a stuck committer looks like from outside. */
class CommitMetricsTest {
  private final MetricListener registered = new MetricListener();
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final CommitMetrics metrics =
      new CommitMetrics(registered.getMetricGroup(), new SetClock(now));

  private long pendingAge() {
    Gauge<Long> age = registered.<Long>getGauge("oldestPendingCommitAge").orElseThrow();
    return age.getValue();
  }

  @Test
  void ageCountsFromTheFirstTryUntilNothingIsLeftOver() {
    assertThat(pendingAge()).isZero();

    metrics.tried();
    now.addAndGet(3_000);
    metrics.failed();
    metrics.tried();
    now.addAndGet(2_000);
    assertThat(pendingAge()).isEqualTo(5_000);

    metrics.committed(40);
    metrics.settled();
    now.addAndGet(60_000);
    assertThat(pendingAge()).isZero();

    metrics.tried();
    now.addAndGet(1_000);
    assertThat(pendingAge()).isEqualTo(1_000);
    assertThat(registered.getCounter("commitFailures").orElseThrow().getCount()).isOne();
    assertThat(registered.getCounter("le", "0.05", "commitSecondsBucket").orElseThrow().getCount())
        .isOne();
  }

  @Test
  void clockThatGoesBackMakesNothingNegative() {
    metrics.tried();
    now.addAndGet(-5_000);
    metrics.committed(-5_000);

    assertThat(pendingAge()).isZero();
    assertThat(registered.getCounter("commitMillisSum").orElseThrow().getCount()).isZero();
  }

  /** Shows what it is set to. */
  private static final class SetClock extends Clock {
    private final AtomicLong millis;

    SetClock(AtomicLong millis) {
      this.millis = millis;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis.get());
    }
  }
}
