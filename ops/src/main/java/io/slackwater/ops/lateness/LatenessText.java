package io.slackwater.ops.lateness;

import io.slackwater.ops.ByteSize;
import io.slackwater.ops.lateness.Findings.BoundCost;
import io.slackwater.ops.lateness.Findings.Partition;
import java.util.Comparator;
import java.util.List;

/** The findings for a terminal. */
final class LatenessText {
  private static final int PARTITIONS_SHOWN = 12;

  private final Findings findings;
  private final StringBuilder text = new StringBuilder();

  LatenessText(Findings findings) {
    this.findings = findings;
  }

  String text() {
    line(
        "Lateness of topic %s, %s%s"
            .formatted(findings.topic(), findings.range(), sampled(findings)));
    if (findings.stopped()) {
      line("Ended before all was read: this is about what was read so far.");
    }
    findings.notes().forEach(note -> line("note: " + note));
    line("");
    line("%,14d records, of which %,d are events".formatted(findings.records(), findings.events()));
    findings
        .deadLetters()
        .forEach((reason, count) -> line("%,14d dead letters: %s".formatted(count, reason)));
    line("");
    partitions();
    bounds();
    line(findings.verdict());
    if (findings.events() > 0) {
      line("");
      line(
          "For at most %s late (the smallest bound is %d ms):"
              .formatted(
                  Findings.share(findings.targetLateRate()), findings.recommended().smallestMs()));
      line("    " + findings.recommended().configLine());
    }
    return text.toString();
  }

  static String sampled(Findings findings) {
    return findings.share() < 1
        ? " (a sample of %s in %d stretches)"
            .formatted(Findings.share(findings.share()), findings.spans())
        : "";
  }

  /** The partitions by how late they are. */
  static List<Partition> worstFirst(Findings findings) {
    return findings.partitions().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Partition p) -> p.events() == 0 ? 0 : -1.0 * p.late() / p.events())
                .thenComparing(Comparator.comparingLong(Partition::p999Ms).reversed())
                .thenComparingInt(Partition::partition))
        .toList();
  }

  private void partitions() {
    line("How far events are behind the newest before them in their partition:");
    line(
        "%9s %14s %9s %9s %9s %9s %9s %11s"
            .formatted(
                "partition",
                "events",
                "p50",
                "p90",
                "p99",
                "p99.9",
                "max",
                "late at " + DurationText.of(findings.configuredBoundMs())));
    List<Partition> worst = worstFirst(findings);
    for (Partition p : worst.subList(0, Math.min(PARTITIONS_SHOWN, worst.size()))) {
      line(
          "%9d %,14d %9s %9s %9s %9s %9s %,11d"
              .formatted(
                  p.partition(),
                  p.events(),
                  DurationText.about(p.p50Ms()),
                  DurationText.about(p.p90Ms()),
                  DurationText.about(p.p99Ms()),
                  DurationText.about(p.p999Ms()),
                  DurationText.about(p.maxMs()),
                  p.late()));
    }
    if (worst.size() > PARTITIONS_SHOWN) {
      line("          and %d more, less late".formatted(worst.size() - PARTITIONS_SHOWN));
    }
    line("");
  }

  private void bounds() {
    line("What a bound costs; results come that much later:");
    line(
        "%9s %14s %22s %13s %14s %11s"
            .formatted("bound", "late", "share", "open windows", "open entries", "checkpoint"));
    for (BoundCost cost : findings.bounds()) {
      line(
          "%9s %,14d %22s %13d %,14d %11s  %s"
              .formatted(
                  DurationText.of(cost.boundMs()),
                  cost.late(),
                  share(cost),
                  cost.openWindows(),
                  cost.openEntries(),
                  ByteSize.text(cost.openBytes()),
                  mark(cost)));
    }
    line("");
  }

  static String share(BoundCost cost) {
    return Findings.share(cost.lateShare())
        + (cost.margin() == null ? "" : " ± " + Findings.share(cost.margin()));
  }

  String mark(BoundCost cost) {
    boolean configured = cost.boundMs() == findings.configuredBoundMs();
    boolean recommended = cost.boundMs() == findings.recommended().boundMs();
    return configured && recommended
        ? "configured and recommended"
        : configured ? "configured" : recommended ? "recommended" : "";
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }
}
