package io.slackwater.job.source;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds out which of the subtasks that had been idle are waited for again, from what all of them
 * report at the barriers of an aligned checkpoint.
 *
 * <p>When a subtask downstream has all those barriers, it has heard of each subtask what was said
 * before its barrier, and nothing else. So its watermark is not beyond that of any subtask that it
 * waits for; and when there is none of those, not beyond the highest of all. A subtask that had
 * returned before its barrier and whose watermark is there too has caught up: from then on it is
 * waited for until it is idle again. Whoever is behind may really be left out of the minimum, and
 * time may go on without it.
 *
 * <p>All barriers have arrived everywhere when the checkpoint is complete; one that was given up
 * proves nothing. Nobody is judged by a checkpoint that not all have reported.
 */
final class CaughtUp {
  /** Checkpoints that may be under way at once; reports of given-up ones make room. */
  private static final int KEPT = 4;

  private final TreeMap<Long, Map<Integer, Reached>> reports = new TreeMap<>();
  private long completed = -1;

  void report(int subtask, Reached reached) {
    if (reached.checkpoint() >= completed) {
      reports.computeIfAbsent(reached.checkpoint(), id -> new HashMap<>()).put(subtask, reached);
    }
    if (reports.size() > KEPT) {
      reports.pollFirstEntry();
    }
  }

  void complete(long checkpoint) {
    completed = Math.max(completed, checkpoint);
    reports.headMap(completed).clear();
  }

  /** A subtask has begun anew. */
  void forget() {
    reports.clear();
  }

  /**
   * Whom to tell that it is waited for, by the newest complete checkpoint; nobody a second time.
   *
   * @param parallelism how many have to have reported
   */
  Map<Integer, WaitedFor> answers(int parallelism) {
    Map<Integer, Reached> all = reports.get(completed);
    if (all == null || all.size() < parallelism) {
      return Map.of();
    }
    reports.remove(completed);
    long windowsWereAt = windowsWereAt(all);
    WaitedFor answer =
        new WaitedFor(
            completed, all.values().stream().mapToLong(Reached::closedBound).max().orElseThrow());
    Map<Integer, WaitedFor> answers = new HashMap<>();
    all.forEach(
        (subtask, reached) -> {
          if (reached.standing() == Reached.Standing.RETURNED
              && reached.watermark() >= windowsWereAt) {
            answers.put(subtask, answer);
          }
        });
    return answers;
  }

  /** No watermark downstream was beyond it when all barriers had arrived. */
  private static long windowsWereAt(Map<Integer, Reached> all) {
    return all.values().stream()
        .filter(reached -> reached.standing() == Reached.Standing.WAITED_FOR)
        .mapToLong(Reached::watermark)
        .min()
        .orElseGet(() -> all.values().stream().mapToLong(Reached::watermark).max().orElseThrow());
  }
}
