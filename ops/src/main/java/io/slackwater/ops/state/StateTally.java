package io.slackwater.ops.state;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;

/** Counts of what was read so far. Not thread-safe. */
final class StateTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TreeMap<Integer, Counters> keyGroups = new TreeMap<>();
  private final TreeMap<Long, Long> entriesByWindow = new TreeMap<>();
  private final long[] older;
  private long keys;

  /**
   * @param ttls how many ages are compared with
   */
  StateTally(int ttls) {
    this.older = new long[ttls];
  }

  private static final class Counters implements Serializable {
    private static final long serialVersionUID = 1L;

    private long customers;
    private long deleted;
    private long activities;
    private long windowEntries;
    @Nullable private Long closedThrough;
  }

  private Counters of(int keyGroup) {
    return keyGroups.computeIfAbsent(keyGroup, group -> new Counters());
  }

  void key() {
    keys++;
  }

  void customer(int keyGroup, boolean deleted) {
    Counters counters = of(keyGroup);
    counters.customers++;
    counters.deleted += deleted ? 1 : 0;
  }

  void activity(int keyGroup) {
    of(keyGroup).activities++;
  }

  void closedThrough(int keyGroup, long through) {
    of(keyGroup).closedThrough = through;
  }

  void open(int keyGroup, long windowStart) {
    of(keyGroup).windowEntries++;
    entriesByWindow.merge(windowStart, 1L, Long::sum);
  }

  void older(int ttl) {
    older[ttl]++;
  }

  /** Adds what was read of other key groups. */
  void merge(StateTally other) {
    keyGroups.putAll(other.keyGroups);
    other.entriesByWindow.forEach((start, count) -> entriesByWindow.merge(start, count, Long::sum));
    for (int i = 0; i < older.length; i++) {
      older[i] += other.older[i];
    }
    keys += other.keys;
  }

  long keys() {
    return keys;
  }

  long olderThan(int ttl) {
    return older[ttl];
  }

  Map<Long, Long> entriesByWindow() {
    return entriesByWindow;
  }

  KeyGroupCounts counts(int keyGroup) {
    Counters counters = keyGroups.get(keyGroup);
    return counters == null
        ? KeyGroupCounts.none(keyGroup)
        : new KeyGroupCounts(
            keyGroup,
            counters.customers,
            counters.deleted,
            counters.activities,
            counters.windowEntries,
            counters.closedThrough);
  }
}
