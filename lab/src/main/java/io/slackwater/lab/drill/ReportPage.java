package io.slackwater.lab.drill;

import static io.slackwater.ops.lateness.Drawing.escaped;

import io.slackwater.lab.drill.Timeline.Moment;
import java.util.List;

/** A report as one page that needs nothing else: no script, no font, no picture. */
final class ReportPage {
  private static final String HEAD =
      """
      <!doctype html><html lang=en><head><meta charset=utf-8>
      <meta name=viewport content="width=device-width,initial-scale=1"><title>%s</title><style>
      :root{color-scheme:light dark;--ink:#1b2733;--paper:#fff;--faint:#d8dee4;--grey:#5b6875;
      --red:#b3261e;--green:#1a7f37;--a:#1f6fb2;--b:#b35900;--c:#1a7f37;--d:#8250df;--e:#b3261e;--f:#5b6875}
      @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#10161c;--faint:#303a44;
      --grey:#9aa7b3;--red:#ff7b72;--green:#56d364;--a:#58a6ff;--b:#e3b341;--c:#56d364;--d:#bc8cff;--e:#ff7b72;--f:#9aa7b3}}
      body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
      max-width:58rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2rem}
      p.of{color:var(--grey);margin-top:0}.good{color:var(--green)}.bad{color:var(--red)}
      .verdict{font-size:1.15rem;font-weight:600}.lesson{border-left:4px solid var(--a);padding-left:.8rem}
      dt{font-weight:600;margin-top:.6rem}dd{margin:0}
      .wide{overflow-x:auto}table{border-collapse:collapse;margin:.4rem 0 1rem}
      th,td{padding:.25rem 1.2rem .25rem 0;border-bottom:1px solid var(--faint);text-align:right;
      font-variant-numeric:tabular-nums;overflow-wrap:anywhere}th{color:var(--grey);font-weight:500}
      td:first-child,th:first-child{text-align:left;min-width:14rem;overflow-wrap:normal}td:last-child{white-space:nowrap}
      pre{background:var(--faint);padding:.6rem .8rem;border-radius:.3rem;overflow-x:auto}
      svg{width:100%%;height:auto;min-width:40rem}svg text{font-size:12px;fill:var(--grey)}
      svg .head{font-size:13px;fill:var(--ink);font-weight:600}
      .grid{stroke:var(--faint)}.curve{stroke-width:2;fill:none;stroke-linejoin:round}
      .s0{stroke:var(--a)}.s1{stroke:var(--b)}.s2{stroke:var(--c)}.s3{stroke:var(--d)}.s4{stroke:var(--e)}.s5{stroke:var(--f)}
      svg .s0Text{fill:var(--a)}svg .s1Text{fill:var(--b)}svg .s2Text{fill:var(--c)}
      svg .s3Text{fill:var(--d)}svg .s4Text{fill:var(--e)}svg .s5Text{fill:var(--f)}
      .note{stroke:var(--grey);stroke-dasharray:2 4}.fault{stroke:var(--red);stroke-dasharray:5 4}
      .repair{stroke:var(--green);stroke-dasharray:5 4}
      svg .faultText,li.fault::marker{fill:var(--red);color:var(--red);font-weight:600}
      svg .repairText,li.repair::marker{fill:var(--green);color:var(--green);font-weight:600}
      li span{color:var(--grey);font-variant-numeric:tabular-nums;margin-right:.6rem}
      </style></head><body>
      """;

  private final DrillReport report;
  private final StringBuilder html = new StringBuilder();

  ReportPage(DrillReport report) {
    this.report = report;
  }

  String html() {
    Story story = report.story();
    html.append(HEAD.formatted(escaped("Drill: " + story.name())));
    add("<h1>%s</h1><p class=of>drill %s, %s</p>", story.question(), story.name(), started());
    verdict();
    add("<p class=lesson>%s</p>", story.lesson());
    counts();
    checks();
    happened();
    report
        .outcome()
        .pictures()
        .forEach(
            picture -> {
              add("<h2>%s</h2>", picture.title());
              html.append("<div class=wide>").append(picture.svg()).append("</div>");
            });
    html.append("<h2>The story</h2><dl>");
    told("What was set up", story.setUp());
    told("What was broken", story.fault());
    told("What had to come out", story.expected());
    story.safeguard().ifPresent(what -> told("What --without-safeguard leaves out", what));
    add("</dl><h2>Again</h2><pre>%s</pre></body></html>\n", report.command());
    return html.toString();
  }

  private void add(String form, String... foreign) {
    Object[] safe = List.of(foreign).stream().map(text -> escaped(text)).toArray();
    html.append(form.formatted(safe));
  }

  private String started() {
    return "%s, %.0f s"
        .formatted(report.started().toString().substring(0, 19) + "Z", report.seconds());
  }

  private void verdict() {
    add(
        "<p class=\"verdict %s\">%s</p>",
        report.passed() ? "good" : "bad",
        report.passed() ? "As expected: " + report.story().expected() : "Not as expected.");
    if (!report.safeguarded()) {
      add(
          "<p class=bad>Run without its safeguard (%s): it had to fail.</p>",
          report.story().safeguard().orElse("none"));
    }
    if (!report.failure().isEmpty()) {
      add("<p class=bad>It could not be carried through: %s</p>", report.failure());
    }
  }

  private void counts() {
    for (SideBySide table : report.outcome().tables()) {
      add("<h2>%s</h2>", table.title());
      html.append("<div class=wide><table><tr><th></th>");
      table.columns().forEach(column -> add("<th>%s</th>", column));
      html.append("</tr>");
      for (List<String> row : table.rows()) {
        html.append("<tr>");
        row.forEach(cell -> add("<td>%s</td>", cell));
        html.append("</tr>");
      }
      html.append("</table></div>");
    }
  }

  private void checks() {
    if (report.outcome().checks().isEmpty()) {
      return;
    }
    html.append("<h2>What it was judged by</h2><div class=wide><table><tr><th></th>");
    html.append("<th>expected</th><th>was</th><th></th></tr>");
    for (Check check : report.outcome().checks()) {
      add(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td class=%s>%s</td></tr>",
          check.what(),
          check.expected(),
          check.actual(),
          check.holds() ? "good" : "bad",
          check.holds() ? "holds" : "does not hold");
    }
    html.append("</table></div>");
  }

  private void happened() {
    html.append("<h2>What happened</h2><ol>");
    for (Moment moment : report.moments()) {
      add(
          "<li class=%s><span>%s</span>%s</li>",
          TimelineChart.kind(moment.kind()), TimelineChart.clock(moment.seconds()), moment.what());
    }
    html.append("</ol><div class=wide>");
    html.append(new TimelineChart(report.moments(), report.panels(), report.seconds()).svg());
    html.append("</div>");
  }

  private void told(String what, String text) {
    add("<dt>%s</dt><dd>%s</dd>", what, text);
  }
}
