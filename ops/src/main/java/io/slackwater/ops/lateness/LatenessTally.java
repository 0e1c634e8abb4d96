package io.slackwater.ops.lateness;

import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Everything that is counted while the log is read; its size depends on the partitions and not on
 * the records. Not thread-safe.
 */
final class LatenessTally {
  /** Exact to the millisecond up to 262 s, to 1 in 100,000 beyond: 1 MiB per doubling. */
  private static final int DIGITS_OF_ALL = 5;

  private static final int DIGITS_OF_PARTITION = 3;

  private final long[] bounds;
  private final long configuredBound;
  private final LateCounts all;
  private final List<LateCounts> bySpan = new ArrayList<>();
  private final Map<Integer, PartitionTally> byPartition = new TreeMap<>();
  private final Map<String, Long> dead = new TreeMap<>();
  private final Histogram criticalBounds = new Histogram(DIGITS_OF_ALL);
  private final Timeline timeline = new Timeline();
  private final WindowCensus census;

  /** One partition's share. */
  static final class PartitionTally {
    final LateCounts late;
    final Histogram behind = new Histogram(DIGITS_OF_PARTITION);
    long dead;

    PartitionTally(long[] bounds) {
      this.late = new LateCounts(bounds);
    }
  }

  /**
   * @param bounds ms, ascending
   */
  LatenessTally(JobConfig config, List<Long> bounds) {
    this.bounds = bounds.stream().mapToLong(Long::longValue).toArray();
    this.configuredBound = config.watermarks().outOfOrderness().toMillis();
    this.all = new LateCounts(this.bounds);
    this.census = new WindowCensus(config.window().aggregates().size());
  }

  /** What comes from now on belongs to another span. */
  void beginSpan() {
    bySpan.add(new LateCounts(bounds));
  }

  void add(int partition, long timestamp, GateVerdict verdict) {
    PartitionTally own =
        byPartition.computeIfAbsent(partition, number -> new PartitionTally(bounds));
    if (verdict instanceof GateVerdict.Dead refused) {
      own.dead++;
      dead.merge(refused.reason(), 1L, Long::sum);
    } else if (verdict instanceof GateVerdict.Event event) {
      long critical = event.criticalBound();
      own.late.add(critical);
      own.behind.recordValue(event.behind());
      all.add(critical);
      bySpan.get(bySpan.size() - 1).add(critical);
      if (critical >= 0) {
        criticalBounds.recordValue(critical);
      }
      timeline.add(timestamp, critical >= configuredBound);
      census.add(event.windowStart(), event.event());
    }
  }

  LateCounts all() {
    return all;
  }

  List<LateCounts> bySpan() {
    return bySpan;
  }

  Map<Integer, PartitionTally> byPartition() {
    return byPartition;
  }

  /** Dead letters by reason. */
  Map<String, Long> dead() {
    return dead;
  }

  List<Timeline.Point> timeline() {
    return timeline.points();
  }

  WindowCensus.LargestWindow largestWindow() {
    return census.largest();
  }

  /** How many events are late under any bound; exact up to 262 s, else at most this many. */
  long late(long bound) {
    return bound > criticalBounds.getMaxValue()
        ? 0
        : criticalBounds.getCountBetweenValues(bound, criticalBounds.getMaxValue());
  }

  /**
   * The smallest bound (ms) under which at most so many events are late; as exact as {@link #late}.
   */
  long smallestBound(long allowed) {
    long left = criticalBounds.getTotalCount();
    if (left <= allowed) {
      return 0;
    }
    for (var bucket : criticalBounds.recordedValues()) {
      left -= bucket.getCountAtValueIteratedTo();
      if (left <= allowed) {
        return criticalBounds.highestEquivalentValue(bucket.getValueIteratedTo()) + 1;
      }
    }
    throw new IllegalStateException("the histogram does not add up");
  }
}
