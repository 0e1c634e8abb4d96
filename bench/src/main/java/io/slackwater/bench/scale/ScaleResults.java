package io.slackwater.bench.scale;

import io.slackwater.bench.page.LogChart;
import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.Page;
import io.slackwater.bench.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One run for each number of customers. */
public record ScaleResults(Origin origin, List<ScaleFigures> runs) {
  private static final List<String> HEAD =
      List.of(
          "customers",
          "state GB",
          "µs/profile",
          "µs/event",
          "events/s",
          "cores",
          "checkpoint ms",
          "changed profiles",
          "bytes checkpointed for them",
          ProcessMemory.head());
  private static final String AXIS = "customers in the state";

  Page page() {
    Page page = new Page("What the number of customers costs", origin.lines());
    page.note(
        "One TaskManager of two slots as a process of its own, the settings shipped for production. Events are those of the work seed: about one for each customer that is active in a minute, so nearly every event means one look-up of a profile and one result.");
    if (!runs.stream().allMatch(ScaleFigures::correct)) {
      page.warning("Some runs published wrong results: their figures mean nothing.");
    }
    plot(page, "CPU time per event, µs", run -> run.events().cpuMicrosPerEvent());
    plot(page, "Events per second and used core", run -> run.events().eventsPerUsedCore());
    plot(page, "CPU time per profile loaded, µs", run -> run.loading().cpuMicrosPerProfile());
    page.heading("Figures");
    page.table(summary());
    page.heading("Savepoints, restores, rescales");
    page.table(steps());
    page.note(
        "Time of a restore: until the slowest subtask had its state. Memory: the most that was ever resident, and what the settings allow the process.");
    return page;
  }

  private void plot(Page page, String title, ToDoubleFunction<ScaleFigures> figure) {
    page.plot(
        new LogChart(
                title,
                AXIS,
                runs.stream()
                    .map(
                        run ->
                            new LogChart.Point((double) run.customers(), figure.applyAsDouble(run)))
                    .toList())
            .svg());
  }

  /** One line for each number of customers. */
  public Table summary() {
    return new Table(HEAD, rows());
  }

  private List<List<String>> rows() {
    return runs.stream()
        .map(
            run ->
                List.of(
                    "%,d".formatted(run.customers()) + (run.correct() ? "" : " WRONG"),
                    figure("%.3f", run.loading().stateBytes() / 1e9),
                    figure("%.1f", run.loading().cpuMicrosPerProfile()),
                    figure("%.1f", run.events().cpuMicrosPerEvent()),
                    figure("%,.0f", run.events().eventsPerSecond()),
                    figure("%.2f", run.events().coresUsed()),
                    figure("%,.0f", run.events().checkpoints().millis()),
                    "%,d".formatted(run.changes().profiles()),
                    figure("%,.1f MB", run.changes().checkpointedBytes() / 1e6)
                        + figure(" of %,.0f", run.changes().stateBytes() / 1e6),
                    run.memory().inMegabytes()))
        .toList();
  }

  /** What was done with the whole state. */
  public Table steps() {
    List<List<String>> rows = new ArrayList<>();
    for (ScaleFigures run : runs) {
      for (ScaleFigures.Step step : run.steps()) {
        rows.add(
            List.of(
                "%,d".formatted(run.customers()),
                step.what(),
                figure("%.1f", step.seconds()),
                figure("%.3f", step.bytes() / 1e9),
                figure("%.2f", step.gigabytesPerSecond())));
      }
    }
    return new Table(List.of("customers", "what", "seconds", "GB", "GB/s"), rows);
  }

  private static String figure(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
