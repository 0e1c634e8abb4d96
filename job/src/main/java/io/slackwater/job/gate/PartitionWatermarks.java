package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.source.Ingested;
import java.time.Clock;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.clock.RelativeClock;

/**
 * A partition's own watermark as Flink sees it: {@link EventTime#watermark} of the newest accepted
 * event time, which every word of the source carries. In two cases it says something else:
 *
 * <ul>
 *   <li>Until its partition has been loaded (where that is waited for) it holds everything back, by
 *       a watermark below all others; and it cannot become idle. A watermark rather than silence,
 *       since Flink's alignment ignores a source that has not reported any.
 *   <li>An output that never hears of a partition belongs to a subtask that has none, and leaves
 *       the minimum. A partition is heard of as soon as its position is known, which the client
 *       waits for no longer than a minute.
 * </ul>
 */
public final class PartitionWatermarks<T> implements WatermarkGenerator<Ingested<T>> {
  private static final Watermark HELD = new Watermark(Long.MIN_VALUE + 1);
  private static final long NO_PARTITION_NANOS = Duration.ofSeconds(90).toNanos();

  private final WatermarkGenerator<Ingested<T>> own;
  private final RelativeClock activity;
  private final long createdNanos;
  private final long outOfOrderness;
  private final MetricGroup reader;
  @Nullable private PartitionMetrics metrics;
  private long newest = Ingested.NOTHING_YET;
  private boolean heard;
  private boolean loaded;

  private PartitionWatermarks(
      long outOfOrderness,
      @Nullable Duration idleness,
      boolean waitUntilLoaded,
      WatermarkGeneratorSupplier.Context context) {
    this.activity = context.getInputActivityClock();
    WatermarkGenerator<Ingested<T>> formula = new Own<>(outOfOrderness);
    this.own =
        idleness == null ? formula : new WatermarksWithIdleness<>(formula, idleness, activity);
    this.loaded = !waitUntilLoaded;
    this.createdNanos = activity.relativeTimeNanos();
    this.outOfOrderness = outOfOrderness;
    this.reader = context.getMetricGroup();
  }

  /**
   * The strategy for a source's partitions.
   *
   * @param waitUntilLoaded hold everything until a partition has been read as far as it reached
   *     when the job was submitted
   */
  public static <T> WatermarkStrategy<Ingested<T>> strategy(
      JobConfig.Watermarks config, boolean waitUntilLoaded) {
    long outOfOrderness = config.outOfOrderness().toMillis();
    Duration idleness = config.idleness();
    WatermarkStrategy<Ingested<T>> strategy =
        WatermarkStrategy.forGenerator(
            context ->
                new PartitionWatermarks<>(outOfOrderness, idleness, waitUntilLoaded, context));
    JobConfig.Alignment alignment = config.alignment();
    return alignment == null
        ? strategy
        : strategy.withWatermarkAlignment("slackwater", alignment.maxDrift(), alignment.interval());
  }

  @Override
  public void onEvent(Ingested<T> said, long timestamp, WatermarkOutput output) {
    heard = true;
    newest = Math.max(newest, said.newest());
    if (said instanceof Ingested.Accepted<T> accepted) {
      count(accepted.behind());
    } else if (said instanceof Ingested.Late<T> late) {
      count(late.behind());
    } else if (said instanceof Ingested.Position<T> position) {
      loaded |= position.loaded();
      if (metrics == null) {
        metrics =
            new PartitionMetrics(reader, position.partition(), outOfOrderness, Clock.systemUTC());
      }
    }
    own.onEvent(said, timestamp, output);
  }

  /** A partition's position is its first word. */
  private void count(long behind) {
    if (metrics != null) {
      metrics.read(behind);
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput flink) {
    WatermarkOutput output = flink;
    if (metrics != null) {
      metrics.reached(newest);
      output = metrics.noting(flink);
    }
    if (!heard) {
      if (activity.relativeTimeNanos() - createdNanos >= NO_PARTITION_NANOS) {
        output.markIdle();
      }
    } else if (loaded) {
      own.onPeriodicEmit(output);
    } else {
      output.emitWatermark(HELD);
    }
  }

  /** The formula, and nothing else. */
  private static final class Own<T> implements WatermarkGenerator<Ingested<T>> {
    private final long outOfOrderness;
    private long newest = Ingested.NOTHING_YET;

    Own(long outOfOrderness) {
      this.outOfOrderness = outOfOrderness;
    }

    @Override
    public void onEvent(Ingested<T> said, long timestamp, WatermarkOutput output) {
      newest = Math.max(newest, said.newest());
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      if (newest != Ingested.NOTHING_YET) {
        output.emitWatermark(new Watermark(EventTime.watermark(newest, outOfOrderness)));
      }
    }
  }
}
