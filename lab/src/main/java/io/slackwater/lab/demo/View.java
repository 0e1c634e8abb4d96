package io.slackwater.lab.demo;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * One moment of the demo, for the eye.
 *
 * @param phase what is going on, in words
 * @param nowMs the clock, to which watermarks are compared
 * @param watermarks of the events partitions, ms
 * @param idle partitions among them that nobody waits for
 */
record View(
    long elapsedSeconds,
    String phase,
    long nowMs,
    long sent,
    long sentPerSecond,
    long resultsPerSecond,
    OutputWatch.Seen seen,
    long duplicates,
    long openWindows,
    SortedMap<Integer, Long> watermarks,
    Set<Integer> idle) {

  /** The partition that all others wait for; -1 while there is none. */
  int holder() {
    return watermarks.entrySet().stream()
        .filter(entry -> !idle.contains(entry.getKey()))
        .min(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(-1);
  }

  double behindSeconds(int partition) {
    return (nowMs - watermarks.get(partition)) / 1000.0;
  }
}
