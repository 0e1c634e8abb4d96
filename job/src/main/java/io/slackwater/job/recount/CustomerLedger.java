package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.gate.EventTime;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Hears all evidence about one customer, in the order of its rank, and then says what is to be said
 * about it. Knows neither Kafka nor Flink.
 *
 * <p>Holds one customer's windows of the range at a time: about 500 bytes for each, and the events
 * that were late.
 */
final class CustomerLedger {
  private final LedgerRules rules;
  private final Tally tally;
  private final Utf8 key;
  private final ProfileWitness profiles;
  private final Map<Origin, SetAsideNote> setAside = new HashMap<>();
  private final NavigableMap<Long, WindowCase> windows = new TreeMap<>();

  /** What the late and the dead-letter topic say of a record. */
  private static final class SetAsideNote {
    private int lateCopies;
    private int deadCopies;
    private boolean byIdleness;
    private boolean inLog;

    private boolean isDead() {
      return deadCopies > 0;
    }
  }

  CustomerLedger(LedgerRules rules, Tally tally, Utf8 key) {
    this.key = key;
    this.rules = rules;
    this.tally = tally;
    this.profiles = new ProfileWitness(rules);
  }

  void hear(Evidence evidence) {
    if (evidence instanceof Evidence.Event event) {
      hearEvent(event);
    } else if (evidence instanceof Evidence.Published row) {
      hearPublished(row);
    } else if (evidence instanceof Evidence.Profile profile) {
      profiles.add(profile.profile());
    } else if (evidence instanceof Evidence.Late late) {
      SetAsideNote note = note(late.origin());
      note.lateCopies++;
      note.byIdleness = late.byIdleness();
    } else if (evidence instanceof Evidence.Dead dead) {
      note(dead.origin()).deadCopies++;
    } else if (evidence instanceof Evidence.Refused refused) {
      hearRefused(refused);
    } else if (evidence instanceof Evidence.Rejected rejected) {
      window(rejected.windowStart()).rejected();
    } else if (evidence instanceof Evidence.Unreadable unreadable) {
      tally.add(unreadable.verdict(), unreadable.text());
    }
  }

  private SetAsideNote note(Origin origin) {
    return setAside.computeIfAbsent(origin, o -> new SetAsideNote());
  }

  private WindowCase window(long start) {
    return windows.computeIfAbsent(
        start, s -> new WindowCase(rules.aggregates(), rules.deduplicate()));
  }

  private void hearEvent(Evidence.Event event) {
    long start = EventTime.windowStart(event.event().time(), rules.size());
    if (!event.decided()) {
      if (!event.late()) {
        window(start).undecided(event);
      }
      return;
    }
    SetAsideNote note = setAside.get(event.origin());
    if (note != null) {
      note.inLog = true;
    }
    if (note != null && note.isDead()) {
      // It was refused under the configuration of that time; a replay has put it elsewhere.
      tally.place(Tally.Place.DEAD, 1);
    } else if (event.late()) {
      window(start).late(event, note != null && note.byIdleness);
      tally.place(note == null ? Tally.Place.UNACCOUNTED : Tally.Place.LATE, 1);
      if (note == null) {
        tally.add(Verdict.LATE_RECORD_MISSING, about(event, start));
      }
    } else if (note != null) {
      window(start).late(event, note.byIdleness);
      tally.place(Tally.Place.LATE, 1);
      if (!note.byIdleness) {
        tally.add(Verdict.SET_ASIDE_ALTHOUGH_ON_TIME, about(event, start));
      }
    } else {
      window(start).onTime(event.event());
    }
  }

  private void hearRefused(Evidence.Refused refused) {
    SetAsideNote note = setAside.get(refused.origin());
    if (note == null || !note.isDead()) {
      tally.place(Tally.Place.UNACCOUNTED, 1);
      tally.add(
          Verdict.DEAD_LETTER_MISSING, "%s: %s".formatted(refused.origin(), refused.reason()));
    } else {
      note.inLog = true;
      tally.place(Tally.Place.DEAD, 1);
    }
  }

  private void hearPublished(Evidence.Published row) {
    if (row.underItsKey()) {
      window(row.minute().windowStart()).published(row);
    } else {
      tally.add(
          Verdict.RESULT_UNDER_OTHER_KEY,
          "%s at %s".formatted(Wording.window(row.minute()), row.place()));
    }
  }

  /**
   * Says everything. Nothing is heard afterwards.
   *
   * @param corrections gets what has to be published anew
   */
  void settle(Consumer<CustomerMinute> corrections) {
    settleSetAside();
    long newestPublished =
        windows.descendingMap().entrySet().stream()
            .filter(window -> window.getValue().isPublished())
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(Long.MIN_VALUE);
    if (newestPublished != Long.MIN_VALUE) {
      tally.published(newestPublished + rules.size());
    }
    WindowJudge judge = new WindowJudge(rules, tally, profiles, key, newestPublished);
    windows.forEach((start, window) -> judge.judge(start, window, corrections));
  }

  private void settleSetAside() {
    setAside.forEach(
        (origin, note) -> {
          if (!note.inLog) {
            tally.add(absent(origin, note), origin.toString());
          } else if (note.isDead() && note.lateCopies > 0) {
            tally.add(Verdict.LATE_AND_DEAD, origin.toString());
          } else if (note.lateCopies + note.deadCopies > 1) {
            tally.add(
                note.isDead() ? Verdict.DEAD_LETTER_TWICE : Verdict.LATE_RECORD_TWICE,
                "%s: %d times".formatted(origin, note.lateCopies + note.deadCopies));
          }
        });
  }

  private Verdict absent(Origin origin, SetAsideNote note) {
    if (origin.offset() < rules.retained().getOrDefault(origin.topicPartition(), 0L)) {
      return Verdict.RETENTION_GAP;
    }
    return note.isDead() ? Verdict.DEAD_LETTER_UNKNOWN : Verdict.LATE_RECORD_UNKNOWN;
  }

  private static String about(Evidence.Event event, long windowStart) {
    return "%s: %s".formatted(event.origin(), Wording.window(event.key(), windowStart));
  }
}
