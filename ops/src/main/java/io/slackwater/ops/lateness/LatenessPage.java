package io.slackwater.ops.lateness;

import static io.slackwater.ops.lateness.Drawing.escaped;

import io.slackwater.ops.ByteSize;
import io.slackwater.ops.lateness.Findings.BoundCost;
import java.util.Map;

/** The findings as one page that needs nothing else: no script, no font, no picture. */
final class LatenessPage {
  private static final String HEAD =
      """
      <!doctype html><html lang=en><head><meta charset=utf-8>
      <meta name=viewport content="width=device-width,initial-scale=1"><title>%s</title><style>
      :root{color-scheme:light dark;--ink:#1b2733;--paper:#fff;--faint:#d8dee4;--grey:#5b6875;
      --blue:#1f6fb2;--red:#b3261e;--green:#1a7f37;--amber:#9a6700}
      @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#10161c;--faint:#303a44;
      --grey:#9aa7b3;--blue:#58a6ff;--red:#ff7b72;--green:#56d364;--amber:#e3b341}}
      body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
      max-width:54rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem}
      p.of{color:var(--grey);margin-top:0}.good{color:var(--green)}.bad{color:var(--red)}
      .verdict{font-size:1.15rem;font-weight:600}.note{border-left:4px solid var(--amber);padding-left:.8rem}
      .wide{overflow-x:auto}table{border-collapse:collapse;width:100%%}
      th,td{padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--faint);text-align:right;
      font-variant-numeric:tabular-nums;white-space:nowrap}th{color:var(--grey);font-weight:500}
      td:last-child,th:last-child{text-align:left}tr.mark td{font-weight:600}
      pre{background:var(--faint);padding:.6rem .8rem;border-radius:.3rem;overflow-x:auto}
      svg{width:100%%;height:auto;min-width:34rem}svg text{font-size:12px;fill:var(--grey)}
      .grid{stroke:var(--faint)}.curve{stroke:var(--blue);stroke-width:2;fill:none}
      .bar{fill:var(--blue);opacity:.75}.p99{fill:var(--ink)}.max{fill:var(--red)}
      .target{stroke:var(--red);stroke-dasharray:5 4}svg .targetText{fill:var(--red)}
      .configured{stroke:var(--amber);stroke-width:2}svg .configuredText{fill:var(--amber)}
      .recommended{stroke:var(--green);stroke-width:2}svg .recommendedText{fill:var(--green)}
      </style></head><body>
      """;

  private final Findings findings;
  private final StringBuilder html = new StringBuilder();

  LatenessPage(Findings findings) {
    this.findings = findings;
  }

  String html() {
    String title = "Lateness of topic " + findings.topic();
    html.append(HEAD.formatted(escaped(title)));
    html.append("<h1>%s</h1>".formatted(escaped(title)));
    html.append(
        "<p class=of>%s%s; %,d records, of which %,d are events</p>"
            .formatted(
                escaped(findings.range()),
                LatenessText.sampled(findings),
                findings.records(),
                findings.events()));
    boolean good = findings.events() > 0 && findings.meetsTarget();
    html.append(
        "<p class=\"verdict %s\">%s</p>".formatted(good ? "good" : "bad", findings.verdict()));
    if (findings.stopped()) {
      note("Ended before all was read: this is about what was read so far.");
    }
    findings.notes().forEach(this::note);
    if (findings.events() > 0) {
      recommended();
      bounds();
      partitions();
      time();
    }
    deadLetters();
    return html.append("</body></html>\n").toString();
  }

  private void note(String note) {
    html.append("<p class=note>").append(escaped(note)).append("</p>");
  }

  private void recommended() {
    html.append(
        "<h2>Recommended</h2><p>For at most %s late. The smallest bound that does it is %,d ms; results come that much after the end of their window.</p><pre>%s</pre>"
            .formatted(
                Findings.share(findings.targetLateRate()),
                findings.recommended().smallestMs(),
                findings.recommended().configLine()));
  }

  private void bounds() {
    html.append("<h2>What each bound costs</h2><div class=wide>");
    html.append(new LateShareChart(findings).svg());
    html.append("</div><div class=wide><table><tr>");
    for (String head :
        new String[] {
          "bound", "late", "share", "added latency", "open windows", "open entries", "checkpoint"
        }) {
      html.append("<th>").append(head).append("</th>");
    }
    html.append("<th></th></tr>");
    findings.bounds().forEach(this::bound);
    html.append("</table></div>");
    html.append(
        "<p class=of>An open entry is a customer in a window. Estimated from the largest window, which has about %,d customers and %,d events, while all partitions are equally far; one that is behind keeps more windows open, by up to watermarks.alignment.max-drift.</p>"
            .formatted(findings.largestWindow().customers(), findings.largestWindow().events()));
  }

  private void bound(BoundCost cost) {
    String mark = new LatenessText(findings).mark(cost);
    html.append(mark.isEmpty() ? "<tr>" : "<tr class=mark>");
    cell(DurationText.of(cost.boundMs()));
    cell("%,d".formatted(cost.late()));
    cell(LatenessText.share(cost));
    cell(DurationText.about(cost.addedLatencyMs()));
    cell("%,d".formatted(cost.openWindows()));
    cell("%,d".formatted(cost.openEntries()));
    cell(ByteSize.text(cost.openBytes()));
    cell(mark);
    html.append("</tr>");
  }

  private void cell(String text) {
    html.append("<td>").append(escaped(text)).append("</td>");
  }

  private void partitions() {
    html.append("<h2>How far events are behind, by partition</h2>");
    int all = findings.partitions().size();
    html.append(
        "<p class=of>Bars from p50 to p99.9, a dark dot at p99, a red one at the maximum%s. An event that is further behind than the bound is late only if its window has ended by then, too.</p>"
            .formatted(
                all > PartitionsChart.MOST
                    ? "; the worst %d of %d".formatted(PartitionsChart.MOST, all)
                    : ""));
    html.append("<div class=wide>").append(new PartitionsChart(findings).svg()).append("</div>");
  }

  private void time() {
    html.append("<h2>When events were late</h2>");
    html.append(
        "<p class=of>Share of the events that are late under the configured bound.</p><div class=wide>%s</div>"
            .formatted(new TimeChart(findings).svg()));
  }

  private void deadLetters() {
    if (findings.deadLetters().isEmpty()) {
      return;
    }
    html.append("<h2>Dead letters</h2><p class=of>They have no say in lateness.</p><table>");
    for (Map.Entry<String, Long> dead : findings.deadLetters().entrySet()) {
      html.append("<tr>");
      cell("%,d".formatted(dead.getValue()));
      cell(dead.getKey());
      html.append("</tr>");
    }
    html.append("</table>");
  }
}
