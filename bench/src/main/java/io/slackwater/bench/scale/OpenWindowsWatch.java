package io.slackwater.bench.scale;

import io.slackwater.bench.watch.FlinkFigures;
import io.slackwater.job.OperatorId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Looks at the job's open windows from time to time, and keeps the most that it has seen. */
final class OpenWindowsWatch implements Runnable {
  private static final String OPEN = "openWindows";
  private static final String HEAP = "openWindowsHeapBytes";
  private static final String LIMIT = "openWindowsHeapLimit";
  private static final String SPILLED = "openWindowsSpilledBytes";

  private final FlinkFigures figures;
  private final Map<String, Long> most = new HashMap<>();

  OpenWindowsWatch(FlinkFigures figures) {
    this.figures = figures;
  }

  @Override
  public void run() {
    figures
        .sums(OperatorId.CUSTOMER_MINUTES.displayName(), Set.of(OPEN, HEAP, LIMIT, SPILLED))
        .forEach((metric, sum) -> most.merge(metric, sum, Math::max));
  }

  BoundFigures seen(String bound, ScaleFigures.Events events, FlinkCluster flink, boolean correct) {
    return new BoundFigures(
        bound,
        events,
        most.getOrDefault(OPEN, 0L),
        most.getOrDefault(HEAP, 0L),
        most.getOrDefault(LIMIT, 0L),
        most.getOrDefault(SPILLED, 0L),
        flink.memory(),
        correct);
  }
}
