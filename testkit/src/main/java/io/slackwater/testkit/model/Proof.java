package io.slackwater.testkit.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * Where every input record is, and what does not add up.
 *
 * @param eventsRead records of the events topic
 * @param customersRead records of the customers topic
 * @param publishedWindows results that are right
 * @param published events in them
 * @param duplicates events dropped from them as duplicates
 * @param late events in the late topic, by cause
 * @param deadEvents events among the dead letters, by the reason given
 * @param deadCustomers profiles among the dead letters, by the reason given
 * @param profiles profiles taken in
 * @param lateProfiles those of them that came behind the watermark
 * @param openWindows windows that need not be published yet
 * @param open events in them, duplicates included
 * @param problems how often each kind of problem was found; empty if all is well
 * @param examples some of the problems, one line each
 */
public record Proof(
    long eventsRead,
    long customersRead,
    long publishedWindows,
    long published,
    long duplicates,
    SortedMap<String, Long> late,
    SortedMap<String, Long> deadEvents,
    SortedMap<String, Long> deadCustomers,
    long profiles,
    long lateProfiles,
    long openWindows,
    long open,
    Map<Problem, Long> problems,
    List<String> examples) {

  /** What can be wrong. */
  public enum Problem {
    /** A closed window was not published. */
    MISSING,
    /** A window was published that should not have been, or a second time. */
    EXTRA,
    /** A window was published with another value. */
    WRONG,
    /** A record is in no place, in two, in the wrong one, or not as it was. */
    UNEXPLAINED
  }

  /** Events found in some place; equal to {@link #eventsRead} if every one is in exactly one. */
  public long accounted() {
    return published + duplicates + sum(late) + sum(deadEvents) + open;
  }

  /** Whether every record is in exactly one place and every published number is right. */
  public boolean addsUp() {
    return problems.isEmpty()
        && accounted() == eventsRead
        && profiles + sum(deadCustomers) == customersRead;
  }

  public long count(Problem problem) {
    return problems.getOrDefault(problem, 0L);
  }

  /** The proof for people to read, with a line for everything that there is. */
  public String table() {
    StringBuilder table = new StringBuilder();
    row(table, "events read", eventsRead, "");
    row(table, "  published", published, "in " + publishedWindows + " results");
    row(table, "  duplicates", duplicates, "");
    late.forEach((cause, count) -> row(table, "  late: " + cause, count, ""));
    deadEvents.forEach((reason, count) -> row(table, "  dead: " + reason, count, ""));
    row(table, "  open", open, "in " + openWindows + " windows");
    row(table, "  nowhere", eventsRead - accounted(), "");
    row(table, "customers read", customersRead, "");
    row(table, "  profiles", profiles, lateProfiles + " of them late");
    deadCustomers.forEach((reason, count) -> row(table, "  dead: " + reason, count, ""));
    row(table, "missing results", count(Problem.MISSING), "");
    row(table, "extra results", count(Problem.EXTRA), "");
    row(table, "wrong results", count(Problem.WRONG), "");
    row(table, "unexplained records", count(Problem.UNEXPLAINED), "");
    examples.forEach(example -> table.append("! ").append(example).append('\n'));
    table.append(addsUp() ? "It adds up.\n" : "It does NOT add up.\n");
    return table.toString();
  }

  private static void row(StringBuilder table, String name, long count, String remark) {
    String row = String.format(Locale.ROOT, "%-36s %,14d  %s", name, count, remark);
    table.append(row.stripTrailing()).append('\n');
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
