package io.slackwater.ops.runbook;

import io.slackwater.job.OperatorId;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.VertexMetrics;
import io.slackwater.ops.flink.VertexMetrics.Aggregate;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads a job's counters through REST. */
final class VitalSigns {
  private static final String SOURCE = "Source: ";
  private static final String MINUTES =
      VertexMetrics.scope(OperatorId.CUSTOMER_MINUTES.displayName());
  private static final Pattern WANTED =
      Pattern.compile(
          ".*\\.deadLetters|.*\\.cause\\..*\\.late|%1$s\\.windowsPublished|%1$s\\.currentOutputWatermark|%1$s\\.status\\.missing\\.profile|%2$s\\.numRecordsIn|%3$s\\.numRecordsIn"
              .formatted(MINUTES, source(OperatorId.EVENTS), source(OperatorId.CUSTOMERS)));

  private final VertexMetrics metrics;
  private final InstantSource clock;

  VitalSigns(VertexMetrics metrics, InstantSource clock) {
    this.metrics = metrics;
    this.clock = clock;
  }

  private static String source(OperatorId operator) {
    return VertexMetrics.scope(SOURCE + operator.displayName());
  }

  /** Now, give or take the age of the cluster's metrics. */
  Vitals of(JobDetails job) {
    Map<String, Aggregate> all = new HashMap<>();
    for (JobDetails.Vertex vertex : job.vertices()) {
      all.putAll(metrics.aggregates(job.id(), vertex.id(), name -> WANTED.matcher(name).matches()));
    }
    Aggregate watermark = all.get(MINUTES + ".currentOutputWatermark");
    return new Vitals(
        clock.millis(),
        sum(all, source(OperatorId.EVENTS) + "\\.numRecordsIn"),
        sum(all, ".*\\.cause\\..*\\.late"),
        sum(all, VertexMetrics.scope(OperatorId.EVENT_GATE.displayName()) + "\\..*\\.deadLetters"),
        sum(all, source(OperatorId.CUSTOMERS) + "\\.numRecordsIn"),
        sum(
            all,
            VertexMetrics.scope(OperatorId.PROFILE_GATE.displayName()) + "\\..*\\.deadLetters"),
        sum(all, MINUTES + "\\.windowsPublished"),
        sum(all, MINUTES + "\\.status\\.missing\\.profile"),
        watermark == null ? Long.MIN_VALUE : (long) watermark.min());
  }

  private static long sum(Map<String, Aggregate> all, String name) {
    Pattern pattern = Pattern.compile(name);
    return all.entrySet().stream()
        .filter(metric -> pattern.matcher(metric.getKey()).matches())
        .mapToLong(metric -> (long) metric.getValue().sum())
        .sum();
  }
}
