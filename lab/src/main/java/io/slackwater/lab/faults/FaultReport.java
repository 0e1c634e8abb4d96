package io.slackwater.lab.faults;

import java.util.List;

/**
 * What a fault has done.
 *
 * @param downMillis from the fault until the processes served again, ms
 * @param publishingMillis from the fault until the first checkpoint has completed that was begun
 *     after it, or where broker or database were hit, after they served again: then results are
 *     published again, ms. Less than {@code downMillis} where the job went on without the process
 * @param brokenCheckpoint the checkpoint that was under way and never completed; 0 if none was
 * @param restoredFrom the checkpoints that the job was taken back to, one for each restart
 * @param reprocessedAtLeast records read again, as far as the job had told that it had read them
 * @param reprocessedAtMost records that can have been read again: all that was in the topics
 * @param startedAgain processes that had ended by themselves meanwhile
 */
public record FaultReport(
    int number,
    String fault,
    List<String> processes,
    long downMillis,
    long publishingMillis,
    long brokenCheckpoint,
    List<Long> restoredFrom,
    long reprocessedAtLeast,
    long reprocessedAtMost,
    List<String> startedAgain) {
  public FaultReport {
    processes = List.copyOf(processes);
    restoredFrom = List.copyOf(restoredFrom);
    startedAgain = List.copyOf(startedAgain);
  }
}
