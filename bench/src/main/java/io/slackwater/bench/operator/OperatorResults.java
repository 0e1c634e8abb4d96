package io.slackwater.bench.operator;

import io.slackwater.bench.page.LogChart;
import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.Page;
import io.slackwater.bench.page.Table;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The operator over different numbers of customers. */
public record OperatorResults(Origin origin, List<OperatorFigures> runs) {
  Page page() {
    Page page = new Page("What the keyed operator costs by itself", origin.lines());
    page.note(
        "One subtask of the operator that keeps windows and profiles, on RocksDB with the shipped settings, without source, network and sink. CPU time of its thread.");
    plot(
        page, 1, "CPU µs for each customer and minute, 1 event each", OperatorFigures::closeMicros);
    plot(
        page,
        1,
        "CPU ns for each event, 1 for each customer and minute",
        OperatorFigures::addNanos);
    plot(
        page,
        20,
        "CPU ns for each event, 20 for each customer and minute",
        OperatorFigures::addNanos);
    page.heading("Figures");
    page.table(summary());
    return page;
  }

  /** One line for each number of customers and density. */
  public Table summary() {
    return new Table(
        List.of(
            "customers",
            "events per customer-minute",
            "ns/event",
            "µs/customer-minute",
            "whole process, µs/event",
            "µs/profile loaded",
            "files, MB"),
        runs.stream()
            .map(
                run ->
                    List.of(
                        "%,d".formatted(run.customers()),
                        figure("%.0f", run.eventsPerCustomerMinute()),
                        figure("%,.0f", run.addNanos()),
                        figure("%.2f", run.closeMicros()),
                        figure("%.2f", run.processMicrosPerEvent()),
                        figure("%.1f", run.loadMicros()),
                        figure("%,.1f", run.stateBytes() / 1e6)))
            .toList());
  }

  private void plot(
      Page page, int perCustomer, String title, ToDoubleFunction<OperatorFigures> figure) {
    page.plot(
        new LogChart(
                title,
                "customers in the state",
                runs.stream()
                    .filter(run -> run.eventsPerCustomerMinute() == perCustomer)
                    .map(
                        run ->
                            new LogChart.Point((double) run.customers(), figure.applyAsDouble(run)))
                    .toList())
            .svg());
  }

  private static String figure(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
