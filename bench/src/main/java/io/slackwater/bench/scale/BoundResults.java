package io.slackwater.bench.scale;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.Page;
import io.slackwater.bench.page.Table;
import java.util.List;
import java.util.Locale;

/** One run for each bound. */
public record BoundResults(Origin origin, List<BoundFigures> runs) {
  private static final List<String> HEAD =
      List.of(
          "bound",
          "most open customer-minutes",
          "in memory, MB of allowed MB",
          "spilled, MB",
          "µs/event",
          "events/s",
          "largest checkpoint, MB",
          "checkpoint ms",
          ProcessMemory.head());

  Page page() {
    Page page = new Page("What open windows take", origin.lines());
    page.note(
        "The same events under different bounds on their out-of-orderness. One TaskManager of two slots as a process of its own, the settings shipped for production but for its memory. Under a long bound every window stays open until the end.");
    if (!runs.stream().allMatch(BoundFigures::correct)) {
      page.warning("Some runs published wrong results: their figures mean nothing.");
    }
    page.table(summary());
    page.note("Open windows were looked at some times a second, so peaks may have been higher.");
    return page;
  }

  /** One line for each bound. */
  public Table summary() {
    return new Table(
        HEAD,
        runs.stream()
            .map(
                run ->
                    List.of(
                        run.bound() + (run.correct() ? "" : " WRONG"),
                        "%,d".formatted(run.mostOpen()),
                        megabytes(run.mostHeapBytes()) + " of " + megabytes(run.heapLimitBytes()),
                        megabytes(run.mostSpilledBytes()),
                        figure("%.1f", run.events().cpuMicrosPerEvent()),
                        figure("%,.0f", run.events().eventsPerSecond()),
                        megabytes(run.events().checkpoints().bytes()),
                        figure("%,.0f", run.events().checkpoints().millis()),
                        run.memory().inMegabytes()))
            .toList());
  }

  private static String megabytes(long bytes) {
    return figure("%,.0f", bytes / 1e6);
  }

  private static String figure(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
