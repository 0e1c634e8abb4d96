package io.slackwater.ops.monitor.state;

import java.util.List;
import javax.annotation.Nullable;

/**
 * Everything that was known at one moment. What is null is not known, and nothing stands in for it.
 * Times are processing time in ms since the epoch unless they are called a watermark, which is
 * event time; durations are in ms.
 *
 * @param job null: Flink could not be asked
 * @param checkpoints null: not known, or no job
 * @param counters null: not known, or no job
 * @param blind what could not be seen although its system answered, one line each
 * @param trend the past of the whole, oldest first
 */
public record MonitorState(
    long atMillis,
    Subject subject,
    Reach kafka,
    Reach flink,
    @Nullable JobFacts job,
    List<PartitionFacts> partitions,
    List<OutputFacts> outputs,
    @Nullable CheckpointFacts checkpoints,
    @Nullable CounterFacts counters,
    List<String> blind,
    List<TrendPoint> trend) {

  public MonitorState {
    partitions = List.copyOf(partitions);
    outputs = List.copyOf(outputs);
    blind = List.copyOf(blind);
    trend = List.copyOf(trend);
  }

  /**
   * What is being watched, out of the job's configuration.
   *
   * @param idlenessMs null: off
   * @param maxDriftMs null: alignment is off
   * @param intervalMs between two samples
   */
  public record Subject(
      String job,
      String group,
      String eventsTopic,
      String customersTopic,
      String bootstrapServers,
      String rest,
      long windowSizeMs,
      long outOfOrdernessMs,
      @Nullable Long idlenessMs,
      @Nullable Long maxDriftMs,
      long intervalMs) {}

  /**
   * Whether a system answered.
   *
   * @param error in one line; null if it did
   * @param lastMillis when it last did; null: never since the start
   */
  public record Reach(boolean reached, @Nullable String error, @Nullable Long lastMillis) {}

  /**
   * The job as Flink sees it.
   *
   * @param id null: Flink knows no job of this name
   * @param status Flink's word for it, or {@code UNKNOWN}
   * @param windowWatermark of the operator that closes windows; null: none yet, or not known
   * @param newestClosedEnd event time at which the newest closed window ended
   * @param notClosedForMs how long no window has been seen to close; at least so long, where the
   *     last one closed before the start
   * @param refreshMs how old Flink's metrics may be
   */
  public record JobFacts(
      @Nullable String id,
      String status,
      boolean running,
      @Nullable Long startMillis,
      @Nullable Long windowWatermark,
      @Nullable Long newestClosedEnd,
      @Nullable Long notClosedForMs,
      boolean closingSeen,
      long refreshMs,
      List<VertexFacts> vertices) {
    public JobFacts {
      vertices = List.copyOf(vertices);
    }
  }

  /**
   * A task of the job.
   *
   * @param backPressure the largest share of time (0 to 1) that a subtask waited for those behind
   * @param busy the same for working
   */
  public record VertexFacts(
      String name,
      int parallelism,
      String status,
      @Nullable Double backPressure,
      @Nullable Double busy) {}

  /**
   * A topic that the job writes.
   *
   * @param exists null: not known
   * @param openTransactionMs age of the oldest open transaction, 0 where none is open; null: not
   *     known
   * @param transactionalId whose it is
   */
  public record OutputFacts(
      String topic,
      String role,
      @Nullable Boolean exists,
      @Nullable Long openTransactionMs,
      @Nullable String transactionalId) {}

  /**
   * What Flink says about checkpoints.
   *
   * @param intervalMs null: periodic checkpoints are off
   */
  public record CheckpointFacts(
      long completed,
      long failed,
      long inProgress,
      @Nullable Long intervalMs,
      @Nullable Long lastCompletedMillis,
      @Nullable Long lastDurationMs,
      @Nullable Long lastSizeBytes,
      @Nullable Long lastFailedMillis,
      @Nullable String lastFailure) {}

  /** The whole at an earlier moment. */
  public record TrendPoint(
      long atMillis,
      @Nullable Long lagRecords,
      @Nullable Long lagMs,
      @Nullable Long watermarkLagMs) {}

  /** The partition, if it is watched. */
  @Nullable
  public PartitionFacts partition(String topic, int partition) {
    return partitions.stream()
        .filter(p -> p.topic().equals(topic) && p.partition() == partition)
        .findFirst()
        .orElse(null);
  }
}
