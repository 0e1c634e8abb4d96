package io.slackwater.job.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarksContext;
import org.apache.flink.util.clock.ManualClock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a partition's generator of watermarks tells about it. */
class PartitionMetricsTest {
  private static final Duration IDLENESS = Duration.ofSeconds(30);
  private static final TopicPartition PARTITION = new TopicPartition("events", 3);
  private static final RawRecord RECORD =
      RawRecord.of(new ConsumerRecord<>("events", 3, 7, null, new byte[0]));

  private final MetricListener registered = new MetricListener();
  private final ManualClock clock = new ManualClock(1);
  private final Silent output = new Silent();
  private final JobConfig.Watermarks config =
      new JobConfig.Watermarks(Duration.ofSeconds(5), false, IDLENESS, null, null);
  private final WatermarkGenerator<Ingested<Decoded.Event>> partition =
      PartitionWatermarks.<Decoded.Event>strategy(config, false)
          .createWatermarkGenerator(
              new TimestampsAndWatermarksContext(registered.getMetricGroup(), clock));

  @Test
  void unknownIsAbsentAndNotZero() {
    say(new Ingested.Position<>(PARTITION, true, Ingested.NOTHING_YET));

    assertThat(gauge("idle")).isEqualTo(0);
    assertThat(registered.getGauge("topic", "events", "partition", "3", "watermark")).isEmpty();
    assertThat(registered.getGauge("topic", "events", "partition", "3", "eventTimeLag")).isEmpty();
    assertThat(lateness("+Inf")).isZero();
  }

  @Test
  void restoredPartitionHasItsWatermarkBackBeforeItsFirstRecord() {
    say(new Ingested.Position<>(PARTITION, true, 100_000));

    assertThat(gauge("watermark")).isEqualTo(94_999L);
    assertThat((Long) gauge("eventTimeLag")).isPositive();
    assertThat(lateness("+Inf")).isZero();
  }

  @Test
  void everyRecordWithAnEventTimeIsCountedOnceByHowFarItIsBehind() {
    say(new Ingested.Position<>(PARTITION, true, 100_000));
    say(new Ingested.Accepted<>(null, RECORD, 0, 0, 101_000));
    say(new Ingested.Accepted<>(null, RECORD, 0, 500, 101_000));
    SetAside late = SetAside.late(RECORD, SetAside.Cause.LATE, 0, 1);
    say(new Ingested.Late<>(late, 61_000, 101_000));
    say(
        new Ingested.Dead<>(
            SetAside.dead(RECORD, DeadLetterReason.NULL_VALUE, "no value"), 101_000));

    assertThat(List.of(lateness("0"), lateness("0.1"), lateness("0.5"), lateness("60")))
        .containsExactly(1L, 1L, 2L, 2L);
    assertThat(List.of(lateness("120"), lateness("+Inf"))).containsExactly(3L, 3L);
    assertThat(counter("latenessMillisSum")).isEqualTo(61_500);
    assertThat(gauge("watermark")).isEqualTo(95_999L);
  }

  @Test
  void idleAsLongAsFlinkHoldsItForIdle() {
    say(new Ingested.Position<>(PARTITION, true, 100_000));
    say(new Ingested.Silent<>(3, 100_000));
    assertThat(gauge("idle")).isEqualTo(1);

    say(new Ingested.Accepted<>(null, RECORD, 0, 0, 101_000));
    assertThat(gauge("idle")).isEqualTo(0);
  }

  private void say(Ingested<Decoded.Event> word) {
    partition.onEvent(word, 0, output);
    partition.onPeriodicEmit(output);
  }

  private Object gauge(String name) {
    return registered.getGauge("topic", "events", "partition", "3", name).orElseThrow().getValue();
  }

  private long lateness(String le) {
    return registered
        .getCounter("topic", "events", "partition", "3", "le", le, "lateness")
        .orElseThrow()
        .getCount();
  }

  private long counter(String name) {
    return registered
        .getCounter("topic", "events", "partition", "3", name)
        .orElseThrow()
        .getCount();
  }

  /** Goes nowhere. */
  private static final class Silent implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}
  }
}
