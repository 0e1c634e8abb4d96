package io.slackwater.ops.recount;

import io.slackwater.job.recount.Comparison;
import io.slackwater.job.recount.Tally;
import io.slackwater.job.recount.Verdict;
import io.slackwater.job.recount.Verdict.Weight;
import io.slackwater.job.recount.WindowRange;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a recount found, as text and as a page.
 *
 * @param title what was done
 * @param warnings why the result may say less than it seems to
 * @param expected problems for which there is a reason
 */
record RecountReport(
    String title,
    WindowRange range,
    Comparison where,
    Tally tally,
    List<String> warnings,
    Set<Verdict> expected) {
  private static final int EXAMPLES_SHOWN = 3;

  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "%s: windows %s, results in %s".formatted(title, range, place()));
    warnings.forEach(warning -> line(text, "warning: " + warning));
    line(text, "");
    line(text, "%,14d records in the range".formatted(tally.recordsRead()));
    for (Tally.Place place : Tally.Place.values()) {
      line(text, "%,14d   %s".formatted(tally.records(place), place.text()));
    }
    if (tally.notCommitted() > 0) {
      line(
          text,
          "%,14d more, which the job has not committed yet: nothing is said of them"
              .formatted(tally.notCommitted()));
    }
    line(text, "");
    for (Verdict verdict : Verdict.values()) {
      long count = tally.count(verdict);
      if (count > 0) {
        line(text, "%,14d %-28s %s".formatted(count, verdict.text(), verdict.meaning()));
        shown(verdict).forEach(example -> line(text, "%14s   %s".formatted("", example)));
      }
    }
    line(text, "");
    line(text, conclusion());
    return text.toString();
  }

  private List<String> shown(Verdict verdict) {
    List<String> examples = tally.examples(verdict);
    return examples.subList(0, Math.min(EXAMPLES_SHOWN, examples.size()));
  }

  private String place() {
    return where == Comparison.KAFKA ? "Kafka" : "the database";
  }

  boolean addsUp() {
    return tally.problems(expected) == 0 && tally.everyRecordHasItsPlace();
  }

  String conclusion() {
    if (!addsUp()) {
      return "It does NOT add up: %,d problems, %,d records unaccounted for."
          .formatted(tally.problems(expected), tally.records(Tally.Place.UNACCOUNTED));
    }
    if (tally.recordsRead() == 0 && tally.count(Verdict.EQUAL) == 0) {
      return "There is no record in the range: check --from and --to.";
    }
    long differences = tally.count(Weight.DIFFERENCE);
    return differences == 0
        ? "It adds up: no differences."
        : "It adds up: %,d differences, all explained by late records; correct publishes them anew."
            .formatted(differences);
  }

  private static void line(StringBuilder text, String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }

  /** One section of a page; nothing in it comes from elsewhere. */
  String html() {
    StringBuilder html = new StringBuilder();
    html.append("<h1>%s</h1><p>Windows %s, results in %s.</p>".formatted(title, range, place()));
    html.append("<p class=%s>%s</p>".formatted(addsUp() ? "good" : "bad", conclusion()));
    warnings.forEach(
        warning -> html.append("<p class=bad>").append(escaped(warning)).append("</p>"));
    html.append("<h2>Where the records are</h2><table>");
    row(html, "in the range", tally.recordsRead());
    for (Tally.Place place : Tally.Place.values()) {
      row(html, place.text(), tally.records(place));
    }
    html.append("</table><h2>What was found</h2><table>");
    for (Verdict verdict : Verdict.values()) {
      if (tally.count(verdict) > 0) {
        row(html, verdict.text() + ": " + verdict.meaning(), tally.count(verdict));
      }
    }
    html.append("</table>");
    for (Verdict verdict : Verdict.values()) {
      examples(html, verdict);
    }
    return html.toString();
  }

  private void examples(StringBuilder html, Verdict verdict) {
    List<String> examples = tally.examples(verdict);
    if (!examples.isEmpty()) {
      html.append(
          "<h3>%s, %d of %,d</h3><ul>"
              .formatted(verdict.text(), examples.size(), tally.count(verdict)));
      examples.forEach(example -> html.append("<li>").append(escaped(example)).append("</li>"));
      html.append("</ul>");
    }
  }

  private static void row(StringBuilder html, String name, long count) {
    html.append(
        String.format(
            Locale.ROOT, "<tr><td>%s</td><td class=n>%,d</td></tr>", escaped(name), count));
  }

  /** Customers' ids are foreign text. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A whole page of reports. */
  static String page(List<RecountReport> reports) {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!doctype html><html lang=en><meta charset=utf-8><title>Slackwater</title><style>
        body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
        table{border-collapse:collapse}td{border-bottom:1px solid #ccc;padding:.2rem 1rem .2rem 0}
        .n{text-align:right;font-variant-numeric:tabular-nums}.good{color:#060}.bad{color:#a00}
        li{overflow-wrap:anywhere}
        </style>
        """);
    reports.forEach(report -> page.append(report.html()));
    return page.append("</html>\n").toString();
  }
}
