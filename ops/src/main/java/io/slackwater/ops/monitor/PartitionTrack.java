package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.FlinkSample.Reading;
import io.slackwater.ops.monitor.FlinkSample.Spent;
import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.KafkaSample.Topic;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;

/** What has been seen of a partition so far, and what follows from it and a new sample. */
final class PartitionTrack {
  private static final long GROWTH_WINDOW_MS = 120_000;
  private static final int SHOWN = 40;

  private final TopicPartition partition;
  private final Trend end = new Trend(GROWTH_WINDOW_MS);
  private final Trend position = new Trend(GROWTH_WINDOW_MS);
  private final Trend readerLag = new Trend(GROWTH_WINDOW_MS);
  private final Trend committedLag = new Trend(GROWTH_WINDOW_MS);
  private final Trend bestLag = new Trend(600_000);
  private final Trend paused = new Trend(GROWTH_WINDOW_MS);
  private final Trend idle = new Trend(GROWTH_WINDOW_MS);
  private final Trend backPressured = new Trend(GROWTH_WINDOW_MS);
  private final Losses losses = new Losses();
  @Nullable private LastChange reading;
  @Nullable private LastChange writing;

  private record LastChange(@Nullable Long value, long sinceMillis) {
    static LastChange of(@Nullable LastChange before, @Nullable Long value, long now) {
      return before != null && Objects.equals(before.value, value)
          ? before
          : new LastChange(value, now);
    }
  }

  PartitionTrack(TopicPartition partition) {
    this.partition = partition;
  }

  /**
   * A new sample. What is null could not be asked for.
   *
   * @param behindReader the oldest record behind the reader's position
   * @param behindCommitted the same for the committed one
   * @param refreshMs how old the reading may be
   */
  record Sample(
      long nowMillis,
      @Nullable Offsets offsets,
      @Nullable Topic topic,
      @Nullable Reading reading,
      @Nullable Found behindReader,
      @Nullable Found behindCommitted,
      long refreshMs) {
    @Nullable
    Long position() {
      return reading == null ? null : reading.position();
    }

    @Nullable
    Long committed() {
      return offsets == null ? null : offsets.committed();
    }
  }

  PartitionFacts take(Sample sample) {
    long now = sample.nowMillis();
    Offsets offsets = sample.offsets();
    Reading read = sample.reading();
    reading = read == null ? null : LastChange.of(reading, read.position(), now);
    if (offsets != null) {
      writing = LastChange.of(writing, offsets.end(), now);
    }
    end.add(now, offsets == null ? null : Long.valueOf(offsets.end()));
    position.add(now, sample.position());
    losses.take(sample, position.perSecond());
    PositionFacts reader = position(sample, sample.position(), sample.behindReader(), readerLag);
    PositionFacts committed =
        position(sample, sample.committed(), sample.behindCommitted(), committedLag);
    PositionFacts best = reader.offset() != null ? reader : committed;
    bestLag.add(now, best.lagRecords());
    return new PartitionFacts(
        partition.topic(),
        partition.partition(),
        offsets == null ? null : offsets.start(),
        offsets == null ? null : offsets.end(),
        offsets == null ? null : offsets.readable(),
        reader,
        committed,
        read == null ? WatermarkFacts.UNKNOWN : read.watermark(),
        read == null ? null : isIdle(read, sample),
        read == null ? null : share(paused, read.pausedTime(), sample),
        read == null ? null : share(backPressured, read.backPressuredTime(), sample),
        reading == null ? null : Long.valueOf(now - reading.sinceMillis()),
        writing == null || offsets == null ? null : Long.valueOf(now - writing.sinceMillis()),
        losses.gaps(),
        losses.lost(),
        losses.recreated(),
        bestLag.last(SHOWN));
  }

  /** Flink's times tell it with some delay: until they can say that it is not, it is unknown. */
  @Nullable
  private Boolean isIdle(Reading read, Sample sample) {
    idle.add(sample.nowMillis(), read.idleTime().totalMs());
    if (read.idle() != null) {
      return read.idle();
    }
    Double lately = idle.risePerMs(lookMs(sample));
    if (lately != null) {
      return lately >= 0.5;
    }
    Double mean = read.idleTime().perSecond();
    return (mean != null && mean >= 500) ? Boolean.TRUE : null;
  }

  /** Flink gives totals in steps: a shorter look would see none, or a whole one. */
  private static long lookMs(Sample sample) {
    return Math.max(10_000, 3 * sample.refreshMs());
  }

  /** The share of time spent in a condition lately, or Flink's own mean until that is known. */
  @Nullable
  private static Double share(Trend totals, Spent spent, Sample sample) {
    totals.add(sample.nowMillis(), spent.totalMs());
    Double lately = totals.risePerMs(lookMs(sample));
    if (lately != null) {
      return Math.min(1, lately);
    }
    return spent.perSecond() == null ? null : Double.valueOf(Math.min(1, spent.perSecond() / 1000));
  }

  private PositionFacts position(
      Sample sample, @Nullable Long offset, @Nullable Found behind, Trend lagTrend) {
    Offsets offsets = sample.offsets();
    if (offset == null) {
      lagTrend.clear();
      return PositionFacts.UNKNOWN;
    }
    Long lag = offsets == null ? null : Long.valueOf(Math.max(0, offsets.end() - offset));
    if (offsets == null || (offset > offsets.end() && losses.recreated() != null)) {
      lagTrend.clear();
      return new PositionFacts(offset, null, null, null, null, null);
    }
    if (behind != null && behind.nothingLeft()) {
      lag = 0L;
    }
    lagTrend.add(sample.nowMillis(), lag);
    Headroom headroom = Headroom.of(sample, offset, behind, lag, end.perSecond());
    return new PositionFacts(
        offset,
        lag,
        age(sample.nowMillis(), behind),
        lagTrend.perSecond(),
        headroom == null ? null : headroom.ms(),
        headroom == null ? null : headroom.by());
  }

  /** Null where the oldest unread record, or its timestamp, is not known. */
  @Nullable
  private static Long age(long now, @Nullable Found behind) {
    if (behind == null) {
      return null;
    }
    if (behind.nothingLeft()) {
      return 0L;
    }
    return behind.timestamp() < 0 ? null : Long.valueOf(Math.max(0, now - behind.timestamp()));
  }
}
