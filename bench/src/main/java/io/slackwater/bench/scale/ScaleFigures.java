package io.slackwater.bench.scale;

import io.slackwater.bench.watch.CheckpointFigures;
import java.util.List;

/**
 * What a number of customers comes to, on one TaskManager of two slots.
 *
 * @param memory of the TaskManager
 * @param correct whether all results, also those after each restore, have the model's checksum
 */
public record ScaleFigures(
    long customers,
    Loading loading,
    Events events,
    Changes changes,
    List<Step> steps,
    ProcessMemory memory,
    boolean correct) {

  /**
   * From the start of the job until it had read all profiles.
   *
   * @param stateBytes of the checkpoint afterwards
   */
  public record Loading(
      long profiles, double seconds, double cpuMicrosPerProfile, long stateBytes) {}

  /** Events with everything loaded, after a warm-up. */
  public record Events(
      long count,
      long results,
      double seconds,
      double cpuMicrosPerEvent,
      double eventsPerSecond,
      double coresUsed,
      double eventsPerUsedCore,
      CheckpointFigures checkpoints) {}

  /**
   * New profiles for some customers.
   *
   * @param checkpointedBytes written by the checkpoints since
   * @param stateBytes of the last of them, all in all
   */
  public record Changes(long profiles, long checkpointedBytes, long stateBytes) {}

  /**
   * Something that was done with the whole state.
   *
   * @param bytes of the savepoint or checkpoint
   */
  public record Step(String what, double seconds, long bytes) {
    /** GB of 10^9 bytes. */
    double gigabytesPerSecond() {
      return bytes / 1e9 / Math.max(seconds, 1e-3);
    }
  }
}
