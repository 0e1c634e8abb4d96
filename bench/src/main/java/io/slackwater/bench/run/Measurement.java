package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.watch.CheckpointFigures;
import javax.annotation.Nullable;

/**
 * One run of one engine over one piece of work, from the moment its measured events became visible
 * until the last result was committed.
 *
 * @param seconds of the wall clock
 * @param cpuSeconds of the engine's process, compiler and collector included
 * @param cpuMicrosPerEvent the figure to compare
 * @param compilerMicrosPerEvent what of it Java's compiler took: less the longer the run
 * @param coresUsed CPU time by wall time
 * @param shuffledBytesPerEvent through Flink's network; 0 where there is no Flink
 * @param peakResidentBytes of the process
 * @param latency null for floors, and where no events were paced
 * @param restore null where there is no Flink
 * @param correct whether all results, the paced events' included, have the model's checksum
 */
public record Measurement(
    String work,
    Peer peer,
    int round,
    long events,
    long results,
    double seconds,
    double cpuSeconds,
    double cpuMicrosPerEvent,
    double compilerMicrosPerEvent,
    double coresUsed,
    double eventsPerSecond,
    double eventsPerUsedCore,
    double shuffledBytesPerEvent,
    CheckpointFigures checkpoints,
    long peakResidentBytes,
    @Nullable Latency latency,
    @Nullable Restore restore,
    boolean correct) {

  /**
   * From the moment at which the log allowed a window to close until a reader of committed records
   * had its result, over all results.
   */
  public record Latency(int eventsPerSecond, long results, double p50Millis, double p99Millis) {}

  /**
   * Of the last checkpoint by a new process, after the first was killed.
   *
   * @param seconds until the last subtask had its state
   * @param bytes of the checkpoint
   */
  public record Restore(double seconds, long bytes) {}
}
