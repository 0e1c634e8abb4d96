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
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.clock.RelativeClock;

/**
 * A partition's own watermark as Flink sees it: {@link EventTime#watermark} of the newest accepted
 * event time, which every word of the source carries. In three cases it says something else:
 *
 * <ul>
 *   <li>Until its partition has been loaded (where that is waited for) it holds everything back, by
 *       a watermark below all others; and it cannot become idle. A watermark rather than silence,
 *       since Flink's alignment ignores a source that has not reported any.
 *   <li>A partition of which the broker has been saying for long enough that there is nothing is
 *       idle, and leaves the minimum. Flink's own idleness goes by the time since the last record,
 *       which also passes while the broker is away or a task stands still, and records wait.
 *   <li>A source has an output besides those of its partitions, which leaves the minimum when
 *       nobody has been assigned to its subtask for so long that it will have none.
 * </ul>
 */
public final class PartitionWatermarks<T> implements WatermarkGenerator<Ingested<T>> {
  private static final Watermark HELD = new Watermark(Long.MIN_VALUE + 1);
  private static final long NO_PARTITION_NANOS = Duration.ofSeconds(90).toNanos();

  private final RelativeClock activity;
  private final long createdNanos;
  private final long outOfOrderness;
  private final MetricGroup reader;
  @Nullable private PartitionMetrics metrics;
  private long newest = Ingested.NOTHING_YET;
  private boolean heard;
  private boolean assigned;
  private boolean silent;
  private boolean loaded;

  private PartitionWatermarks(
      JobConfig.Watermarks config,
      boolean waitUntilLoaded,
      WatermarkGeneratorSupplier.Context context) {
    this.activity = context.getInputActivityClock();
    this.createdNanos = activity.relativeTimeNanos();
    this.outOfOrderness = config.outOfOrderness().toMillis();
    this.loaded = !waitUntilLoaded;
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
    WatermarkStrategy<Ingested<T>> strategy =
        WatermarkStrategy.forGenerator(
            context -> new PartitionWatermarks<>(config, waitUntilLoaded, context));
    JobConfig.Alignment alignment = config.alignment();
    return alignment == null
        ? strategy
        : strategy.withWatermarkAlignment("slackwater", alignment.maxDrift(), alignment.interval());
  }

  @Override
  public void onEvent(Ingested<T> said, long timestamp, WatermarkOutput output) {
    if (said instanceof Ingested.Coordination<T>) {
      return;
    }
    heard = true;
    assigned |= said instanceof Ingested.Assigned<T>;
    newest = Math.max(newest, said.newest());
    silent = said instanceof Ingested.Silent<T>;
    if (said instanceof Ingested.Accepted<T> accepted) {
      count(accepted.behind());
    } else if (said instanceof Ingested.Late<T> late) {
      count(late.behind());
    } else if (said instanceof Ingested.Position<T> position) {
      loaded |= position.loaded();
      if (metrics == null) {
        metrics =
            new PartitionMetrics(
                reader, position.topicPartition(), outOfOrderness, Clock.systemUTC());
      }
    }
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
    if (assigned) {
      // The partitions speak for themselves.
      return;
    }
    if (!heard) {
      if (activity.relativeTimeNanos() - createdNanos >= NO_PARTITION_NANOS) {
        output.markIdle();
      }
    } else if (!loaded) {
      output.emitWatermark(HELD);
    } else if (silent) {
      output.markIdle();
    } else if (newest == Ingested.NOTHING_YET) {
      output.markActive();
    } else {
      output.emitWatermark(new Watermark(EventTime.watermark(newest, outOfOrderness)));
    }
  }
}
