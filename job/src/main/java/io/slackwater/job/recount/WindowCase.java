package io.slackwater.job.recount;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.minutes.Aggregates;
import io.slackwater.job.minutes.Totals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.annotation.Nullable;

/** All evidence about one customer's window. */
final class WindowCase {
  /** Beyond this many late records not every subset of them is tried. */
  private static final int MOST_SUBSETS_OF = 10;

  private final Aggregates aggregates;
  private final Totals onTime;
  private final List<Evidence.Event> late = new ArrayList<>();
  private final List<Evidence.Event> undecided = new ArrayList<>();
  private final TreeMap<Integer, List<Evidence.Published>> revisions = new TreeMap<>();
  private long counted;
  private long duplicates;
  private boolean closedByIdleness;
  private boolean rejected;

  WindowCase(Aggregates aggregates, boolean deduplicate) {
    this.aggregates = aggregates;
    this.onTime = Totals.empty(aggregates.size(), deduplicate);
  }

  void onTime(Decoded.Event event) {
    if (onTime.isNew(event.id())) {
      aggregates.add(onTime, event.measures());
      counted++;
    } else {
      duplicates++;
    }
  }

  /**
   * @param byIdleness whether the window was closed when the record came, although its own
   *     partition had not moved on
   */
  void late(Evidence.Event event, boolean byIdleness) {
    late.add(event);
    closedByIdleness |= byIdleness;
  }

  /** An on-time event that the job may or may not have read yet. */
  void undecided(Evidence.Event event) {
    undecided.add(event);
  }

  void published(Evidence.Published row) {
    revisions.computeIfAbsent(row.minute().revision(), revision -> new ArrayList<>(1)).add(row);
  }

  void rejected() {
    rejected = true;
  }

  /** On-time records, without duplicates. */
  long counted() {
    return counted;
  }

  long duplicates() {
    return duplicates;
  }

  List<Evidence.Event> lateRecords() {
    return late;
  }

  boolean hasUndecided() {
    return !undecided.isEmpty();
  }

  boolean closedByIdleness() {
    return closedByIdleness;
  }

  boolean wasRejected() {
    return rejected;
  }

  boolean isPublished() {
    return !revisions.isEmpty();
  }

  /** The newest revision, or null if nothing is published. */
  @Nullable
  CustomerMinute newest() {
    return revisions.isEmpty() ? null : revisions.lastEntry().getValue().get(0).minute();
  }

  /** Rows of one revision of which there is more than one. */
  List<List<Evidence.Published>> repeated() {
    return revisions.values().stream().filter(rows -> rows.size() > 1).toList();
  }

  List<BigDecimal> onTimeValues() {
    return aggregates.results(onTime);
  }

  /** With the late records, each id once; on-time records come first. */
  List<BigDecimal> fullValues() {
    return with(late);
  }

  private List<BigDecimal> with(Iterable<Evidence.Event> more) {
    Totals totals = onTime.copy();
    for (Evidence.Event record : more) {
      if (totals.isNew(record.event().id())) {
        aggregates.add(totals, record.event().measures());
      }
    }
    return aggregates.results(totals);
  }

  /** Whether the values are those with the records that the job may have read since. */
  boolean includesUndecided(List<BigDecimal> values) {
    return sameValues(values, with(undecided));
  }

  /**
   * Whether the values lack late records and nothing else: all of them, or, where a correction came
   * before the last of them, some.
   */
  boolean explains(List<BigDecimal> values) {
    if (counted > 0 && sameValues(values, onTimeValues())) {
      return true;
    }
    if (late.size() > MOST_SUBSETS_OF) {
      return false;
    }
    for (int subset = 1; subset < 1 << late.size(); subset++) {
      List<Evidence.Event> some = new ArrayList<>();
      for (int i = 0; i < late.size(); i++) {
        if ((subset >> i & 1) == 1) {
          some.add(late.get(i));
        }
      }
      if (sameValues(values, with(some))) {
        return true;
      }
    }
    return false;
  }

  /** Equal as numbers: a database may show another scale. */
  static boolean sameValues(List<BigDecimal> a, List<BigDecimal> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      BigDecimal left = a.get(i);
      BigDecimal right = b.get(i);
      if ((left == null) != (right == null) || (left != null && left.compareTo(right) != 0)) {
        return false;
      }
    }
    return true;
  }
}
