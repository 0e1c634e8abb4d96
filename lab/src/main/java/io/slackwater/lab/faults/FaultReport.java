package io.slackwater.lab.faults;

import java.util.List;

/**
 * What a fault has done.
 *
 * @param downMillis from the fault until the processes served again, ms
 * @param recoveredMillis from the fault until the first checkpoint that was begun after they served
 *     again had completed: then everything before it is published, ms
 * @param brokenCheckpoint the checkpoint that was under way and never completed; 0 if none was
 * @param restoredFrom the checkpoints that the job was taken back to, one for each restart
 * @param reprocessedAtLeast records read again, as far as the job had told that it had read them
 * @param reprocessedAtMost records that can have been read again: all that was in the topics
 * @param startedAgain processes that had ended by themselves meanwhile
 */
record FaultReport(
    int number,
    String fault,
    List<String> processes,
    long downMillis,
    long recoveredMillis,
    long brokenCheckpoint,
    List<Long> restoredFrom,
    long reprocessedAtLeast,
    long reprocessedAtMost,
    List<String> startedAgain) {
  FaultReport {
    processes = List.copyOf(processes);
    restoredFrom = List.copyOf(restoredFrom);
    startedAgain = List.copyOf(startedAgain);
  }
}
