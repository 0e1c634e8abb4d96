package io.slackwater.lab.demo;

import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.model.Proof.Problem;
import io.slackwater.testkit.traffic.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether the demo's numbers add up, by two judges: the topics, record by record, and what the
 * producers know to have sent.
 *
 * @param proof with the results topic
 * @param table the same with the database's table
 * @param comparisons of what was sent with what was found
 */
public record Verdict(Proof proof, Proof table, List<Comparison> comparisons) {

  /** A kind of record that the producers have counted. */
  public record Comparison(String what, long sent, long found) {
    public boolean holds() {
      return sent == found;
    }
  }

  /**
   * Compares with what was sent. Whether an event finds its partition set aside as idle is the one
   * thing that depends on a clock, so those are summed up with the ones that were counted.
   */
  public static Verdict of(
      Proof proof, Proof table, Map<Kind, Long> events, Map<Kind, Long> profiles) {
    long future = proof.deadEvents().getOrDefault("future-time", 0L);
    long idle = proof.late().getOrDefault("idle-partition", 0L);
    return new Verdict(
        proof,
        table,
        List.of(
            new Comparison(
                "good events, duplicates included",
                sent(events, Kind.ORDINARY, Kind.DUPLICATE),
                proof.published() + proof.duplicates() + idle + proof.open()),
            new Comparison(
                "events late by their own partition",
                sent(events, Kind.LATE),
                proof.late().getOrDefault("late", 0L)),
            new Comparison("events from the future", sent(events, Kind.POISONED), future),
            new Comparison(
                "malformed and empty events",
                sent(events, Kind.MALFORMED, Kind.NULL_VALUE),
                sum(proof.deadEvents()) - future),
            new Comparison(
                "profiles and deletions",
                sent(profiles, Kind.PROFILE, Kind.LATE_PROFILE, Kind.TOMBSTONE),
                proof.profiles()),
            new Comparison(
                "malformed profiles", sent(profiles, Kind.MALFORMED), sum(proof.deadCustomers()))));
  }

  public boolean proven() {
    return proof.addsUp() && table.addsUp() && comparisons.stream().allMatch(Comparison::holds);
  }

  /** The proof as a table, with the first examples of what is wrong. */
  public String text() {
    StringBuilder text = new StringBuilder();
    row(text, "Every record of the log is in exactly one place:", "");
    row(text, "  events read", number(proof.eventsRead()));
    row(text, "    published", number(proof.published()), results(proof.publishedWindows()));
    row(text, "    dropped as duplicates", number(proof.duplicates()));
    proof.late().forEach((cause, count) -> row(text, "    late: " + cause, number(count)));
    proof.deadEvents().forEach((reason, count) -> row(text, "    dead: " + reason, number(count)));
    row(text, "    still open", number(proof.open()), "the closing records");
    row(text, "    nowhere, or in two places", number(proof.eventsRead() - proof.accounted()));
    row(text, "  customers read", number(proof.customersRead()));
    row(text, "    profiles and deletions", number(proof.profiles()));
    proof
        .deadCustomers()
        .forEach((reason, count) -> row(text, "    dead: " + reason, number(count)));
    row(text, "Every published number is right:", "in the topic", "in the table");
    row(text, "  results", number(proof.publishedWindows()), number(table.publishedWindows()));
    problems(text, "  missing results", Problem.MISSING);
    problems(text, "  extra results", Problem.EXTRA);
    problems(text, "  wrong results", Problem.WRONG);
    problems(text, "  unexplained records", Problem.UNEXPLAINED);
    row(text, "And it is what the producers have sent:", "sent", "found");
    for (Comparison each : comparisons) {
      String found = number(each.found()) + (each.holds() ? "" : "  DIFFERS");
      row(text, "  " + each.what(), number(each.sent()), found);
    }
    for (Proof each : List.of(proof, table)) {
      each.examples().forEach(example -> text.append("! ").append(example).append('\n'));
    }
    text.append(proven() ? "It adds up.\n" : "It does NOT add up.\n");
    return text.toString();
  }

  private void problems(StringBuilder text, String name, Problem problem) {
    row(text, name, number(proof.count(problem)), number(table.count(problem)));
  }

  private static void row(StringBuilder text, String name, String... columns) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-44s", name));
    for (String column : columns) {
      row.append(String.format(Locale.ROOT, " %12s", column));
    }
    text.append(row.toString().stripTrailing()).append('\n');
  }

  private static String results(long windows) {
    return "in " + number(windows) + " results";
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static long sent(Map<Kind, Long> counts, Kind... kinds) {
    long sum = 0;
    for (Kind kind : kinds) {
      sum += counts.getOrDefault(kind, 0L);
    }
    return sum;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
