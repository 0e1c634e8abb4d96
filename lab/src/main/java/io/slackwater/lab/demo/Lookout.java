package io.slackwater.lab.demo;

import io.slackwater.job.OperatorId;
import io.slackwater.job.config.JobConfig;
import java.time.Clock;
import java.util.SortedMap;

/** Makes the {@link View}: from Flink's metrics, the output topics, and what was sent. */
final class Lookout {
  private final JobConfig config;
  private final LiveMetrics metrics;
  private final OutputWatch outputs;
  private final Traffic traffic;
  private final Clock clock;
  private final StandingStill still;
  private final long startMs;
  private long lastMs;
  private long lastSent;
  private long lastResults;

  Lookout(
      JobConfig config, LiveMetrics metrics, OutputWatch outputs, Traffic traffic, Clock clock) {
    this.config = config;
    this.metrics = metrics;
    this.outputs = outputs;
    this.traffic = traffic;
    this.clock = clock;
    this.still = new StandingStill(config.watermarks().idleness());
    this.startMs = clock.millis();
    this.lastMs = startMs;
  }

  /** Rates are those since the last look. */
  View look(String phase) {
    long now = clock.millis();
    long sent = traffic.sentEvents();
    OutputWatch.Seen seen = outputs.seen();
    SortedMap<Integer, Long> watermarks = metrics.watermarks(config.events().topic());
    long pastMs = Math.max(1, now - lastMs);
    View view =
        new View(
            (now - startMs) / 1000,
            phase,
            now,
            sent,
            (sent - lastSent) * 1000 / pastMs,
            (seen.results() - lastResults) * 1000 / pastMs,
            seen,
            metrics.duplicates(),
            metrics.openWindows(),
            watermarks,
            still.observe(watermarks, now));
    lastMs = now;
    lastSent = sent;
    lastResults = seen.results();
    return view;
  }

  /** Whether every window that ends at or before {@code watermark} (ms) has been closed. */
  boolean hasClosedThrough(long watermark) {
    String minutes = OperatorId.CUSTOMER_MINUTES.displayName();
    return metrics.smallest("currentOutputWatermark", minutes).orElse(Long.MIN_VALUE) >= watermark;
  }
}
