package io.slackwater.ops.monitor.state;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * What the job has counted since it was last started or restarted.
 *
 * @param late by cause
 * @param deadLetters by reason
 * @param profiles windows by the status of their profile
 * @param lateness events by how far they were behind their partition's newest, cumulative; empty:
 *     not known
 */
public record CounterFacts(
    SortedMap<String, Long> late,
    SortedMap<String, Long> deadLetters,
    SortedMap<String, Long> profiles,
    List<LatenessBucket> lateness,
    @Nullable Long duplicates,
    @Nullable Long lateProfiles,
    @Nullable Long windowsPublished,
    @Nullable Long openWindows,
    @Nullable Long oldestOpenWindowMs,
    @Nullable Long customersLoaded) {

  public CounterFacts {
    late = new TreeMap<>(late);
    deadLetters = new TreeMap<>(deadLetters);
    profiles = new TreeMap<>(profiles);
    lateness = List.copyOf(lateness);
  }

  /**
   * Events that were at most so far behind.
   *
   * @param upToSeconds null: no limit
   */
  public record LatenessBucket(@Nullable Double upToSeconds, long events) {}

  /** The sum of a counter over its labels. */
  public static long total(Map<String, Long> byLabel) {
    return byLabel.values().stream().mapToLong(Long::longValue).sum();
  }
}
