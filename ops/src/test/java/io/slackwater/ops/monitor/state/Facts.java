package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.MonitorState.CheckpointFacts;
import io.slackwater.ops.monitor.state.MonitorState.JobFacts;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.MonitorState.Reach;
import io.slackwater.ops.monitor.state.MonitorState.Subject;
import io.slackwater.ops.monitor.state.MonitorState.VertexFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A job that is well: three events partitions and one of customers, all read to the end, windows of
 * a minute that close six seconds behind the clock. Tests say in what theirs differs.
 */
public final class Facts {
  public static final long NOW = 1_780_000_000_000L;
  public static final long HOUR_MS = 3_600_000;

  private Facts() {}

  public static Subject subject() {
    return new Subject(
        "slackwater",
        "group",
        "events",
        "customers",
        "localhost:9092",
        "http://127.0.0.1:8081",
        60_000,
        5_000,
        30_000L,
        60_000L,
        5_000);
  }

  public static JobFacts job() {
    return job("RUNNING", NOW - 6_000, 20_000);
  }

  public static JobFacts job(String status, @Nullable Long windowWatermark, long notClosedForMs) {
    return new JobFacts(
        "ab12",
        status,
        status.equals("RUNNING"),
        NOW - HOUR_MS,
        windowWatermark,
        windowWatermark == null ? null : Math.floorDiv(windowWatermark + 1, 60_000L) * 60_000,
        notClosedForMs,
        true,
        10_000,
        List.of(
            new VertexFacts("Source: Events -> Lateness gate", 2, "RUNNING", 0.9, 0.1),
            new VertexFacts("Customer minutes", 2, "RUNNING", 0.0, 1.0)));
  }

  /** Read to the end a moment ago. */
  public static PositionFacts atTheEnd() {
    return new PositionFacts(1_000L, 0L, 0L, 0.0, null, null);
  }

  /** With unread records. */
  public static PositionFacts behind(long records, long ms, double growth) {
    return new PositionFacts(
        1_000 - records, records, ms, growth, 24 * HOUR_MS - ms, "retention.ms");
  }

  public static PartitionFacts wellRead(String topic, int partition) {
    return partition(topic, partition, atTheEnd(), NOW - 6_000, false, 1_000L, 1_000L);
  }

  /** A partition whose watermark may be null for none yet. */
  public static PartitionFacts partition(
      String topic,
      int partition,
      PositionFacts reader,
      @Nullable Long watermark,
      @Nullable Boolean idle,
      long stillMs,
      long silentMs) {
    return new PartitionFacts(
        topic,
        partition,
        0L,
        1_000L,
        1_000L,
        reader,
        reader,
        new WatermarkFacts(true, watermark, false),
        idle,
        0.0,
        0.0,
        stillMs,
        silentMs,
        List.of(),
        0L,
        null,
        List.of());
  }

  public static PartitionFacts held(
      PartitionFacts from, @Nullable Double paused, @Nullable Double backPressure) {
    return new PartitionFacts(
        from.topic(),
        from.partition(),
        from.startOffset(),
        from.endOffset(),
        from.readableOffset(),
        from.reader(),
        from.committed(),
        from.watermark(),
        from.idle(),
        paused,
        backPressure,
        from.stillMs(),
        from.silentMs(),
        from.gaps(),
        from.gapRecords(),
        from.recreated(),
        from.lagTrend());
  }

  public static PartitionFacts lost(
      PartitionFacts from, List<OffsetGap> gaps, @Nullable String recreated) {
    return new PartitionFacts(
        from.topic(),
        from.partition(),
        from.startOffset(),
        from.endOffset(),
        from.readableOffset(),
        from.reader(),
        from.committed(),
        from.watermark(),
        from.idle(),
        from.paused(),
        from.backPressure(),
        from.stillMs(),
        from.silentMs(),
        gaps,
        gaps.stream().mapToLong(OffsetGap::offsets).sum(),
        recreated,
        from.lagTrend());
  }

  public static CheckpointFacts checkpoints(@Nullable Long lastCompletedMillis) {
    return new CheckpointFacts(
        12, 1, 0, 10_000L, lastCompletedMillis, 800L, 1_000_000L, NOW - 5_000, "expired");
  }

  /** With the events partition 2 as given, everything else well. */
  public static MonitorState with(PartitionFacts third) {
    return with(job(), third);
  }

  public static MonitorState with(@Nullable JobFacts job, PartitionFacts third) {
    return state(
        job,
        List.of(wellRead("customers", 0), wellRead("events", 0), wellRead("events", 1), third),
        checkpoints(NOW - 4_000),
        List.of(new OutputFacts("customer-minutes", "results", true, 9_000L, "slackwater-0")));
  }

  public static MonitorState state(
      @Nullable JobFacts job,
      List<PartitionFacts> partitions,
      @Nullable CheckpointFacts checkpoints,
      List<OutputFacts> outputs) {
    return new MonitorState(
        NOW,
        subject(),
        new Reach(true, null, NOW),
        new Reach(job != null, job == null ? "no Flink answers" : null, null),
        job,
        partitions,
        outputs,
        checkpoints,
        null,
        List.of(),
        List.of());
  }
}
