package io.slackwater.testkit.model;

import io.slackwater.testkit.model.Decision.Dead;
import io.slackwater.testkit.model.Decision.Late;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What has to come out for a log. */
public final class Expected {
  private final Recount recount;
  private final SortedMap<Position, Late> late;
  private final SortedMap<Position, Dead> dead;
  private final SortedMap<Position, Long> lateProfiles;
  private final long eventsRead;
  private final long customersRead;
  private final long closedThrough;

  Expected(
      Recount recount,
      SortedMap<Position, Late> late,
      SortedMap<Position, Dead> dead,
      SortedMap<Position, Long> lateProfiles,
      long eventsRead,
      long customersRead,
      long closedThrough) {
    this.recount = recount;
    this.late = Collections.unmodifiableSortedMap(late);
    this.dead = Collections.unmodifiableSortedMap(dead);
    this.lateProfiles = Collections.unmodifiableSortedMap(lateProfiles);
    this.eventsRead = eventsRead;
    this.customersRead = customersRead;
    this.closedThrough = closedThrough;
  }

  /** Of every window that has an accepted record: what a run to the end of the input publishes. */
  public SortedMap<WindowKey, Result> results() {
    return resultsWithout(Set.of());
  }

  /** Of the windows that are closed at {@code watermark} (ms): all at {@link Long#MAX_VALUE}. */
  public SortedMap<WindowKey, Result> resultsClosedThrough(long watermark) {
    SortedMap<WindowKey, Result> results = results();
    results.values().removeIf(result -> result.windowEnd() - 1 > watermark);
    return results;
  }

  /**
   * As {@link #results()}, had the records {@code setAside} not been there: those that went to the
   * late topic because their partition was idle.
   *
   * @throws IllegalStateException if two partitions hold records of the same id and window, but
   *     with other values, for which no right total exists
   */
  public SortedMap<WindowKey, Result> resultsWithout(Set<Position> setAside) {
    SortedMap<WindowKey, Result> results = new TreeMap<>();
    recount.windowsWithout(setAside).forEach((key, window) -> results.put(key, window.result()));
    return results;
  }

  /** How many duplicates each window has that has any. Which are dropped is not always decided. */
  public SortedMap<WindowKey, Integer> duplicates() {
    SortedMap<WindowKey, Integer> duplicates = new TreeMap<>();
    recount
        .windowsWithout(Set.of())
        .forEach(
            (key, window) -> {
              if (window.duplicates() > 0) {
                duplicates.put(key, window.duplicates());
              }
            });
    return duplicates;
  }

  /** The events that the log decides to be late. */
  public SortedMap<Position, Late> late() {
    return late;
  }

  /** The dead records of both input topics. */
  public SortedMap<Position, Dead> dead() {
    return dead;
  }

  /** Profiles behind their own partition's watermark, and how far (ms). */
  public SortedMap<Position, Long> lateProfiles() {
    return lateProfiles;
  }

  /** All records of the events topic. */
  public long eventsRead() {
    return eventsRead;
  }

  /** All records of the customers topic. */
  public long customersRead() {
    return customersRead;
  }

  /**
   * The watermark (ms) that an unbounded run comes to: the smallest of all partitions of both
   * topics that hold a record. {@link Long#MIN_VALUE} while a partition has no accepted record.
   * Windows whose last millisecond is not above it must have been published.
   */
  public long closedThrough() {
    return closedThrough;
  }

  Recount recount() {
    return recount;
  }
}
