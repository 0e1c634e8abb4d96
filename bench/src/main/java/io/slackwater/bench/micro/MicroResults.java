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
   * A benchmark's figures.
   *
   * @param nanos of CPU time for each event or result, by iteration
   */
  public record Figure(String benchmark, List<Double> nanos) {
    double median() {
      List<Double> sorted = nanos.stream().sorted().toList();
      return sorted.get(sorted.size() / 2);
    }

    double most() {
      return nanos.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    double least() {
      return nanos.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }
  }

  Page page() {
    Page page = new Page("What single parts cost", origin.lines());
    page.plot(
        new BarChart(
                "ns of CPU time for each event, or each result",
                figures.stream()
                    .map(
                        each ->
                            new BarChart.Bar(each.benchmark(), "ours", each.median(), each.nanos()))
                    .toList())
            .svg());
    page.table(summary());
    return page;
  }

  /** One line for each benchmark. */
  public Table summary() {
    return new Table(
        List.of("benchmark", "ns, median", "least", "most"),
        figures.stream()
            .map(
                each ->
                    List.of(
                        each.benchmark(),
                        figure(each.median()),
                        figure(each.least()),
                        figure(each.most())))
            .toList());
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}
