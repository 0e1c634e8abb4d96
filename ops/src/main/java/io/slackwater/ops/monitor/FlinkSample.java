package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.state.CounterFacts;
import io.slackwater.ops.monitor.state.MonitorState.CheckpointFacts;
import io.slackwater.ops.monitor.state.MonitorState.VertexFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;

/**
 * What Flink said at one moment. Its job manager collects metrics now and then only, so a value may
 * be {@code refreshMs} old.
 *
 * @param id null: there is no job of this name
 * @param windowWatermark event time, ms; null: none yet
 */
record FlinkSample(
    long atMillis,
    @Nullable String id,
    String status,
    boolean running,
    @Nullable Long startMillis,
    long refreshMs,
    List<VertexFacts> vertices,
    Map<TopicPartition, Reading> partitions,
    @Nullable Long windowWatermark,
    @Nullable CheckpointFacts checkpoints,
    @Nullable CounterFacts counters) {

  /** Where there is no such job. */
  static FlinkSample noJob(long atMillis, long refreshMs) {
    return new FlinkSample(
        atMillis, null, "UNKNOWN", false, null, refreshMs, List.of(), Map.of(), null, null, null);
  }

  /**
   * How a partition is read.
   *
   * @param position behind the last record that was read; null: none since the job started
   * @param idle as the job says it; null: it does not
   */
  record Reading(
      @Nullable Long position,
      WatermarkFacts watermark,
      @Nullable Boolean idle,
      Spent pausedTime,
      Spent idleTime,
      Spent backPressuredTime) {
    static final Reading NOTHING =
        new Reading(
            null, WatermarkFacts.UNKNOWN, null, Spent.UNKNOWN, Spent.UNKNOWN, Spent.UNKNOWN);
  }

  /**
   * Time spent in a condition.
   *
   * @param totalMs since the task started
   * @param perSecond ms per second, Flink's own mean over its last minute
   */
  record Spent(@Nullable Double totalMs, @Nullable Double perSecond) {
    static final Spent UNKNOWN = new Spent(null, null);
  }
}
