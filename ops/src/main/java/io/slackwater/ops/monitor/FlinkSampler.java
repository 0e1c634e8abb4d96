package io.slackwater.ops.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobOverview;
import io.slackwater.ops.monitor.state.MonitorState.CheckpointFacts;
import io.slackwater.ops.monitor.state.MonitorState.VertexFacts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.MetricOptions;

/**
 * Asks Flink for the job and its metrics. Fails with {@link
 * io.slackwater.ops.flink.FlinkUnreachableException} when nobody answers.
 */
final class FlinkSampler {
  private final JobConfig config;
  private final FlinkRest flink;
  private final InstantSource clock;
  @Nullable private Long refreshMs;

  FlinkSampler(JobConfig config, FlinkRest flink, InstantSource clock) {
    this.config = config;
    this.flink = flink;
    this.clock = clock;
  }

  FlinkSample sample() {
    Optional<JobOverview> found = job();
    if (found.isEmpty()) {
      return FlinkSample.noJob(clock.millis(), refreshMs());
    }
    JobOverview job = found.get();
    boolean running = job.status() == JobStatus.RUNNING;
    List<VertexFacts> vertices = new ArrayList<>();
    JobMetrics metrics = new JobMetrics(config);
    for (JsonNode vertex : flink.get("/jobs/" + job.id()).path("vertices")) {
      List<TaskMetrics.Value> values =
          running
              ? TaskMetrics.of(flink, job.id(), vertex.path("id").asText(), metrics::wants)
              : List.of();
      metrics.add(values);
      vertices.add(
          new VertexFacts(
              vertex.path("name").asText(),
              vertex.path("parallelism").asInt(),
              vertex.path("status").asText(),
              largestShare(values, JobMetrics.BACK_PRESSURED + JobMetrics.PER_SECOND),
              largestShare(values, JobMetrics.BUSY + JobMetrics.PER_SECOND)));
    }
    return new FlinkSample(
        clock.millis(),
        job.id(),
        job.status().name(),
        running,
        job.startMillis(),
        refreshMs(),
        vertices,
        metrics.partitions(),
        metrics.windowWatermark(),
        checkpoints(job.id()),
        running ? metrics.counters() : null);
  }

  /** One that has not ended, or else the last that did. */
  private Optional<JobOverview> job() {
    List<JobOverview> named =
        flink.jobs().stream().filter(job -> job.name().equals(config.job().name())).toList();
    return named.stream()
        .filter(JobOverview::isActive)
        .findFirst()
        .or(() -> named.stream().findFirst());
  }

  @Nullable
  private static Double largestShare(List<TaskMetrics.Value> values, String name) {
    return values.stream()
        .filter(value -> value.name().equals(name))
        .map(value -> Math.min(1, value.value() / 1000))
        .max(Double::compare)
        .orElse(null);
  }

  private long refreshMs() {
    if (refreshMs == null) {
      String key = MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL.key();
      refreshMs = MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL.defaultValue().toMillis();
      for (JsonNode entry : flink.get("/jobmanager/config")) {
        if (entry.path("key").asText().equals(key)) {
          refreshMs =
              org.apache.flink.util.TimeUtils.parseDuration(entry.path("value").asText())
                  .toMillis();
        }
      }
    }
    return refreshMs;
  }

  private CheckpointFacts checkpoints(String job) {
    JsonNode all = flink.get("/jobs/%s/checkpoints".formatted(job));
    JsonNode settings = flink.get("/jobs/%s/checkpoints/config".formatted(job));
    JsonNode counts = all.path("counts");
    JsonNode completed = all.path("latest").path("completed");
    JsonNode failed = all.path("latest").path("failed");
    long interval = settings.path("interval").asLong();
    return new CheckpointFacts(
        counts.path("completed").asLong(),
        counts.path("failed").asLong(),
        counts.path("in_progress").asLong(),
        interval > 0 && interval < Long.MAX_VALUE ? interval : null,
        number(completed.path("latest_ack_timestamp")),
        number(completed.path("end_to_end_duration")),
        number(completed.path("state_size")),
        number(failed.path("failure_timestamp")),
        failed.path("failure_message").isTextual()
            ? failed.path("failure_message").asText().lines().findFirst().orElse(null)
            : null);
  }

  @Nullable
  private static Long number(JsonNode value) {
    return value.isNumber() ? value.asLong() : null;
  }
}
