package io.slackwater.testkit.model;

import io.slackwater.testkit.model.Proof.Problem;
import io.slackwater.testkit.model.Recount.Counted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what came out with what had to come out. The record-by-record part is in {@link
 * PlacedRecords}; this class settles the windows.
 *
 * <p>Records that the job set aside with cause {@code idle-partition} are the one thing that no log
 * foretells: they are taken from the late topic, checked for not having been late or dead anyway,
 * and the windows are counted again without them.
 */
public final class Accounting {
  private final Expected expected;
  private final long closedThrough;
  private final Problems problems = new Problems();
  private long publishedWindows;
  private long published;
  private long duplicates;
  private long openWindows;
  private long open;

  private Accounting(Expected expected, long closedThrough) {
    this.expected = expected;
    this.closedThrough = closedThrough;
  }

  /**
   * @param closedThrough watermark (ms) through which windows must have been published: {@link
   *     Expected#closedThrough()} of a run that goes on, {@link Long#MAX_VALUE} after the end of a
   *     bounded input. Windows beyond it may have been published, if they are right.
   * @param results what was published: key and JSON
   * @param late the late topic
   * @param dead the dead-letter topic
   */
  public static Proof compare(
      Expected expected,
      long closedThrough,
      Iterable<LogRecord> results,
      Iterable<LogRecord> late,
      Iterable<LogRecord> dead) {
    return new Accounting(expected, closedThrough).settle(results, late, dead);
  }

  private Proof settle(
      Iterable<LogRecord> results, Iterable<LogRecord> late, Iterable<LogRecord> dead) {
    PlacedRecords placed = new PlacedRecords(expected, problems);
    dead.forEach(placed::dead);
    List<LogRecord> idle = new ArrayList<>();
    late.forEach(record -> placed.late(record, idle));
    Set<Position> setAside = placed.setAside(idle);
    placed.reportAbsent();
    Map<WindowKey, Counted> windows = expected.recount().windowsWithout(setAside);
    Set<WindowKey> seen = new HashSet<>();
    ResultJson format = new ResultJson(expected.recount().config());
    for (LogRecord result : results) {
      settle(result, windows, seen, format);
    }
    windows.forEach(
        (key, window) -> {
          if (!seen.contains(key)) {
            unpublished(key, window);
          }
        });
    return new Proof(
        expected.eventsRead(),
        expected.customersRead(),
        publishedWindows,
        published,
        duplicates,
        placed.lateByCause(),
        placed.deadByReason(expected.recount().config().events().topic()),
        placed.deadByReason(expected.recount().config().customers().topic()),
        expected.customersRead() - placed.deadProfiles(),
        expected.lateProfiles().size(),
        openWindows,
        open,
        problems.counts(),
        problems.examples());
  }

  private void settle(
      LogRecord actual, Map<WindowKey, Counted> windows, Set<WindowKey> seen, ResultJson format) {
    PublishedResult result;
    try {
      result = PublishedResult.of(actual);
    } catch (IllegalArgumentException e) {
      problems.add(Problem.EXTRA, actual + " is no result: " + e.getMessage());
      return;
    }
    Counted window = windows.get(result.key());
    if (window == null) {
      problems.add(Problem.EXTRA, actual + " should not be there: " + result.json());
    } else if (!seen.add(result.key())) {
      problems.add(Problem.EXTRA, actual + " was published before: " + result.json());
    } else if (!result.json().equals(format.of(window.result()))) {
      problems.add(
          Problem.WRONG,
          "%s: expected %s but was %s"
              .formatted(actual, format.of(window.result()), result.json()));
    } else {
      publishedWindows++;
      published += window.counted();
      duplicates += window.duplicates();
    }
  }

  private void unpublished(WindowKey key, Counted window) {
    if (window.result().windowEnd() - 1 <= closedThrough) {
      ResultJson format = new ResultJson(expected.recount().config());
      problems.add(Problem.MISSING, key + ": " + format.of(window.result()));
    } else {
      openWindows++;
      open += window.counted() + window.duplicates();
    }
  }
}
