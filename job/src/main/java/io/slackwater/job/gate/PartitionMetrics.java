package io.slackwater.job.gate;

import io.slackwater.job.source.Ingested;
import io.slackwater.sink.metrics.CumulativeBuckets;
import java.time.Clock;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.kafka.common.TopicPartition;

/**
 * How one partition stands in event time: its watermark, how far it is behind the clock, whether it
 * is idle, and how late its records are. The clock is looked at for the metric and for nothing
 * else.
 *
 * <p>What is not known is not there: a partition without an accepted record has neither watermark
 * nor lag. A partition stays with its subtask for as long as the subtask runs, and with it these
 * metrics go.
 */
final class PartitionMetrics {
  private static final long[] LATENESS_BOUNDS_MS = {
    0, 100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 900_000,
    3_600_000
  };

  private final MetricGroup group;
  private final long outOfOrderness;
  private final Clock clock;
  private final CumulativeBuckets lateness;
  private boolean started;

  /** Both read by the metrics reporter. */
  private volatile long newest = Ingested.NOTHING_YET;

  private volatile boolean idle;

  /**
   * The metrics of a partition, registered.
   *
   * @param reader the source reader's group
   * @param outOfOrderness ms
   */
  PartitionMetrics(MetricGroup reader, TopicPartition partition, long outOfOrderness, Clock clock) {
    this.group =
        reader
            .addGroup("topic", partition.topic())
            .addGroup("partition", Integer.toString(partition.partition()));
    this.outOfOrderness = outOfOrderness;
    this.clock = clock;
    this.lateness =
        new CumulativeBuckets(group, "lateness", "latenessMillisSum", LATENESS_BOUNDS_MS);
    group.gauge("idle", (Gauge<Integer>) () -> idle ? 1 : 0);
  }

  /** A record with an event time so many ms behind the newest one, which may be its own. */
  void read(long behind) {
    lateness.add(behind);
  }

  /** The partition's newest accepted event time. */
  void reached(long newestNow) {
    if (newestNow == Ingested.NOTHING_YET) {
      return;
    }
    newest = newestNow;
    if (!started) {
      started = true;
      group.gauge("watermark", (Gauge<Long>) () -> EventTime.watermark(newest, outOfOrderness));
      group.gauge("eventTimeLag", (Gauge<Long>) () -> clock.millis() - newest);
    }
  }

  /** The same output, whose word about idleness is taken note of. */
  WatermarkOutput noting(WatermarkOutput output) {
    return new WatermarkOutput() {
      @Override
      public void emitWatermark(Watermark watermark) {
        idle = false;
        output.emitWatermark(watermark);
      }

      @Override
      public void markIdle() {
        idle = true;
        output.markIdle();
      }

      @Override
      public void markActive() {
        idle = false;
        output.markActive();
      }
    };
  }
}
