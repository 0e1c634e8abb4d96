package io.slackwater.ops.monitor.state;

import java.util.List;
import javax.annotation.Nullable;

/**
 * A partition that the job reads. What is null is not known.
 *
 * @param endOffset what the broker holds
 * @param readableOffset how far a reader of committed records can come
 * @param reader against the position of the running job; as old as Flink's metrics
 * @param committed against the offset that the group committed with its last checkpoint
 * @param watermark its own
 * @param idle whether it has left the minimum
 * @param paused the share of time (0 to 1) for which alignment held it
 * @param backPressure the share of time (0 to 1) for which its subtask waited for those behind
 * @param stillMs how long the reader has not moved, as far as that was watched
 * @param silentMs how long nothing has been written to it, as far as that was watched
 * @param gaps records that were deleted before they were read
 * @param gapRecords how many offsets that makes since the start of the monitor
 * @param recreated what shows that the topic is another than the one that was read; else null
 * @param lagTrend its lag in records at the last samples, oldest first
 */
public record PartitionFacts(
    String topic,
    int partition,
    @Nullable Long startOffset,
    @Nullable Long endOffset,
    @Nullable Long readableOffset,
    PositionFacts reader,
    PositionFacts committed,
    WatermarkFacts watermark,
    @Nullable Boolean idle,
    @Nullable Double paused,
    @Nullable Double backPressure,
    @Nullable Long stillMs,
    @Nullable Long silentMs,
    List<OffsetGap> gaps,
    @Nullable Long gapRecords,
    @Nullable String recreated,
    List<Long> lagTrend) {

  public PartitionFacts {
    gaps = List.copyOf(gaps);
    lagTrend = List.copyOf(lagTrend);
  }

  /** Such as {@code events-17}. */
  public String name() {
    return topic + "-" + partition;
  }

  /** The reader's position if the job tells it, the committed one if not. */
  public PositionFacts best() {
    return reader.offset() != null ? reader : committed;
  }

  /**
   * How far somebody is behind.
   *
   * @param lagRecords offsets to the end; 0 where nothing but transaction markers is left
   * @param lagMs age of the oldest unread record, 0 where there is none
   * @param growthPerSecond records by which the lag has been growing
   * @param headroomMs until the oldest unread record may be deleted; null also where none is unread
   *     or nothing is ever deleted
   * @param headroomBy {@code retention.ms} or {@code retention.bytes}, {@link #NEVER} where nothing
   *     is ever deleted; null: not known, or nothing is unread
   */
  public record PositionFacts(
      @Nullable Long offset,
      @Nullable Long lagRecords,
      @Nullable Long lagMs,
      @Nullable Double growthPerSecond,
      @Nullable Long headroomMs,
      @Nullable String headroomBy) {
    public static final String NEVER = "never";
    public static final PositionFacts UNKNOWN =
        new PositionFacts(null, null, null, null, null, null);
  }

  /**
   * A partition's own watermark.
   *
   * @param known whether the job tells anything about it
   * @param millis event time; null: it has none yet
   * @param loading whether it holds everything back until it has been read once
   */
  public record WatermarkFacts(boolean known, @Nullable Long millis, boolean loading) {
    public static final WatermarkFacts UNKNOWN = new WatermarkFacts(false, null, false);
  }
}
