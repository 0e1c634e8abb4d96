package io.slackwater.testkit.model;

import io.slackwater.testkit.model.Decision.Dead;
import io.slackwater.testkit.model.Decision.Late;
import io.slackwater.testkit.model.Proof.Problem;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Checks the late and the dead-letter topic, record by record, bytes and headers. */
final class PlacedRecords {
  private static final String LATE = "late";
  private static final String IDLE = "idle-partition";

  private final Expected expected;
  private final Problems problems;
  private final Set<Position> placed = new HashSet<>();
  private final SortedMap<String, Long> lateByCause = new TreeMap<>();
  private final Map<String, SortedMap<String, Long>> deadByReason = new HashMap<>();

  PlacedRecords(Expected expected, Problems problems) {
    this.expected = expected;
    this.problems = problems;
  }

  /** Takes a record of the dead-letter topic. */
  void dead(LogRecord actual) {
    Stamps stamps = stamps(actual, Stamps.DEAD);
    if (stamps == null || !placeOnce(actual, stamps)) {
      return;
    }
    Position position = stamps.position();
    Dead decision = expected.dead().get(position);
    String reason = stamps.gained("slackwater.reason");
    if (decision == null) {
      unexplained(actual, position + " should not be dead of " + reason);
      return;
    }
    deadByReason
        .computeIfAbsent(position.topic(), topic -> new TreeMap<>())
        .merge(reason, 1L, Long::sum);
    if (!decision.reasons().contains(reason)) {
      unexplained(actual, position + " died of " + decision.reasons() + ", not of " + reason);
    }
    sameBytes(actual, stamps, decision.bytes());
  }

  /** Takes a record of the late topic; one from an idle partition goes to {@code idle}. */
  void late(LogRecord actual, List<LogRecord> idle) {
    Stamps stamps = stamps(actual, Stamps.LATE);
    if (stamps == null) {
      return;
    }
    String cause = stamps.gained("slackwater.cause");
    if (cause.equals(IDLE)) {
      idle.add(actual);
      return;
    }
    if (!placeOnce(actual, stamps)) {
      return;
    }
    Position position = stamps.position();
    Late decision = expected.late().get(position);
    if (decision == null || !cause.equals(LATE)) {
      unexplained(actual, position + " should not be late with cause " + cause);
      return;
    }
    lateByCause.merge(LATE, 1L, Long::sum);
    sameStamp(actual, stamps, "slackwater.window-start", instant(decision.windowStart()));
    sameStamp(actual, stamps, "slackwater.lateness-ms", Long.toString(decision.latenessMs()));
    sameBytes(actual, stamps, decision.bytes());
  }

  /** The positions of the records from idle partitions, as far as they could be in a result. */
  Set<Position> setAside(List<LogRecord> idle) {
    Set<Position> wanted = new HashSet<>();
    idle.forEach(record -> wanted.add(new Stamps(record, Stamps.LATE).position()));
    Map<Position, Accepted> accepted =
        wanted.isEmpty() ? Map.of() : expected.recount().find(wanted::contains);
    for (LogRecord actual : idle) {
      Stamps stamps = new Stamps(actual, Stamps.LATE);
      if (placeOnce(actual, stamps)) {
        setAside(actual, stamps, accepted.get(stamps.position()));
      }
    }
    return accepted.keySet();
  }

  private void setAside(LogRecord actual, Stamps stamps, Accepted record) {
    if (record == null) {
      String why = " is called late of an idle partition, but the log alone decides otherwise";
      unexplained(actual, stamps.position() + why);
      return;
    }
    lateByCause.merge(IDLE, 1L, Long::sum);
    long size = expected.recount().config().windowSizeMs();
    long start = Math.floorDiv(record.time(), size) * size;
    sameStamp(actual, stamps, "slackwater.window-start", instant(start));
    if (record.ownWatermark() != Watermark.NONE) {
      String lateness = Long.toString(record.ownWatermark() - record.time());
      sameStamp(actual, stamps, "slackwater.lateness-ms", lateness);
    }
    sameBytes(actual, stamps, record.bytes());
  }

  /** Reports what should have been late or dead and is not. */
  void reportAbsent() {
    for (Position position : expected.late().keySet()) {
      if (!placed.contains(position)) {
        problems.add(Problem.UNEXPLAINED, position + " is late, but not in the late topic");
      }
    }
    expected
        .dead()
        .forEach(
            (position, dead) -> {
              if (!placed.contains(position)) {
                problems.add(
                    Problem.UNEXPLAINED,
                    position + " is dead of " + dead.reasons() + ", but no dead letter");
              }
            });
  }

  SortedMap<String, Long> lateByCause() {
    return lateByCause;
  }

  SortedMap<String, Long> deadByReason(String topic) {
    return deadByReason.getOrDefault(topic, new TreeMap<>());
  }

  /** Profiles that should be dead, whether they were found there or not. */
  long deadProfiles() {
    String topic = expected.recount().config().customers().topic();
    return expected.dead().keySet().stream().filter(p -> p.topic().equals(topic)).count();
  }

  private Stamps stamps(LogRecord actual, Set<String> names) {
    try {
      Stamps stamps = new Stamps(actual, names);
      stamps.position();
      return stamps;
    } catch (IllegalArgumentException e) {
      unexplained(actual, e.getMessage());
      return null;
    }
  }

  private boolean placeOnce(LogRecord actual, Stamps stamps) {
    boolean first = placed.add(stamps.position());
    if (!first) {
      unexplained(actual, stamps.position() + " is in a second place");
    }
    return first;
  }

  private void sameStamp(LogRecord actual, Stamps stamps, String name, String right) {
    if (!stamps.gained(name).equals(right)) {
      unexplained(actual, name + " should be " + right + " but is " + stamps.gained(name));
    }
  }

  private void sameBytes(LogRecord actual, Stamps stamps, Fingerprint right) {
    if (!Fingerprint.of(actual, stamps.original()).equals(right)) {
      unexplained(actual, stamps.position() + " has not kept its key, value and headers");
    }
  }

  private void unexplained(LogRecord actual, String what) {
    problems.add(Problem.UNEXPLAINED, actual + ": " + what);
  }

  private static String instant(long ms) {
    return Instant.ofEpochMilli(ms).toString();
  }
}
