package io.slackwater.bench.page;

import static io.slackwater.ops.lateness.Drawing.escaped;

import java.util.List;

/** Results as one page that needs nothing else: no script, no font, no picture. */
public final class Page {
  private static final String HEAD =
      """
      <!doctype html><html lang=en><head><meta charset=utf-8>
      <meta name=viewport content="width=device-width,initial-scale=1"><title>%s</title><style>
      :root{color-scheme:light dark;--ink:#1b2733;--paper:#fff;--faint:#d8dee4;--grey:#5b6875;
      --red:#b3261e;--green:#1a7f37;--a:#1f6fb2;--b:#b35900;--c:#1a7f37;--d:#8250df;--e:#b3261e;--f:#5b6875}
      @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#10161c;--faint:#303a44;
      --grey:#9aa7b3;--red:#ff7b72;--green:#56d364;--a:#58a6ff;--b:#e3b341;--c:#56d364;--d:#bc8cff;--e:#ff7b72;--f:#9aa7b3}}
      body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
      max-width:62rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2rem}
      p.of{color:var(--grey);margin-top:0}.bad{color:var(--red);font-weight:600}
      .wide{overflow-x:auto}table{border-collapse:collapse;margin:.4rem 0 1rem}
      th,td{padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--faint);text-align:right;
      font-variant-numeric:tabular-nums;white-space:nowrap}th{color:var(--grey);font-weight:500}
      td:first-child,th:first-child{text-align:left}
      svg{width:100%%;height:auto;min-width:40rem}svg text{font-size:12px;fill:var(--grey)}
      svg .head{font-size:13px;fill:var(--ink);font-weight:600}svg .value{fill:var(--ink)}
      .grid{stroke:var(--faint)}.curve{stroke:var(--a);stroke-width:2;fill:none;stroke-linejoin:round}
      .bar{fill:var(--f);opacity:.7}.ours{fill:var(--a)}.round{fill:var(--ink)}.point{fill:var(--a)}
      </style></head><body>
      """;

  private final StringBuilder html = new StringBuilder();

  /**
   * @param about machine, commit and the like
   */
  public Page(String title, List<String> about) {
    html.append(HEAD.formatted(escaped(title)));
    html.append("<h1>").append(escaped(title)).append("</h1>");
    about.forEach(line -> text("of", line));
  }

  public void heading(String text) {
    html.append("<h2>").append(escaped(text)).append("</h2>");
  }

  public void note(String text) {
    text("of", text);
  }

  /** Something that must not be overlooked. */
  public void warning(String text) {
    text("bad", text);
  }

  private void text(String kind, String text) {
    html.append("<p class=%s>%s</p>".formatted(kind, escaped(text)));
  }

  /**
   * @param svg a drawing, of which nothing is escaped
   */
  public void plot(String svg) {
    html.append("<div class=wide>").append(svg).append("</div>");
  }

  public void table(Table table) {
    html.append("<div class=wide><table><tr>");
    table.head().forEach(cell -> html.append("<th>").append(escaped(cell)).append("</th>"));
    html.append("</tr>");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      row.forEach(cell -> html.append("<td>").append(escaped(cell)).append("</td>"));
      html.append("</tr>");
    }
    html.append("</table></div>");
  }

  public String html() {
    return html + "</body></html>\n";
  }
}
