package io.slackwater.bench.micro;

import io.slackwater.bench.page.BarChart;
import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.Page;
import io.slackwater.bench.page.Table;
import java.util.List;
import java.util.Locale;

/** What single parts of the hot path cost. */
public record MicroResults(Origin origin, List<Figure> figures) {

  /**
   * A benchmark's figure.
   *
   * @param nanos for each event or result
   * @param error half of the 99.9 % confidence interval
   */
  public record Figure(String benchmark, double nanos, double error) {}

  Page page() {
    Page page = new Page("What single parts cost", origin.lines());
    page.plot(
        new BarChart(
                "ns for each event, or each result",
                figures.stream()
                    .map(
                        each ->
                            new BarChart.Bar(
                                each.benchmark(), "ours", each.nanos(), List.of(each.nanos())))
                    .toList())
            .svg());
    page.table(summary());
    return page;
  }

  /** One line for each benchmark. */
  public Table summary() {
    return new Table(
        List.of("benchmark", "ns", "±"),
        figures.stream()
            .map(each -> List.of(each.benchmark(), figure(each.nanos()), figure(each.error())))
            .toList());
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}
