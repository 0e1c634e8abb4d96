package io.slackwater.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.job.OperatorId;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/** A look at a job through REST, as anybody could take it. */
final class JobProbe {
  private static final String SUFFIX = ".currentOffset";

  private final FlinkRest rest;
  private final JobConfig config;
  private final Map<String, Integer> partitions;
  private final String job;
  private final Map<String, String> vertices = new ConcurrentHashMap<>();

  /**
   * @param partitions how many each topic that is read has
   */
  JobProbe(FlinkRest rest, JobConfig config, Map<String, Integer> partitions, String job) {
    this.rest = rest;
    this.config = config;
    this.partitions = Map.copyOf(partitions);
    this.job = job;
  }

  /**
   * What is known of the checkpoints; times are the job manager's clock, ms.
   *
   * @param completed the newest
   * @param inProgress the one that is under way
   * @param restored the restore that the present attempt began with
   */
  record Checkpoints(
      Optional<Completed> completed, Optional<Long> inProgress, Optional<Restored> restored) {}

  /** A checkpoint: when it was begun, and when its last subtask had done its part. */
  record Completed(long checkpoint, long triggeredAtMs, long completedAtMs) {}

  /** A checkpoint that the job was taken back to, and when. */
  record Restored(long checkpoint, long atMs, String path) {}

  Checkpoints checkpoints() {
    JsonNode found = rest.get("/jobs/" + job + "/checkpoints");
    JsonNode completed = found.path("latest").path("completed");
    JsonNode restored = found.path("latest").path("restored");
    Optional<Long> inProgress = Optional.empty();
    for (JsonNode each : found.path("history")) {
      if (each.path("status").asText().equals("IN_PROGRESS")) {
        inProgress = Optional.of(each.path("id").asLong());
      }
    }
    return new Checkpoints(
        completed.isObject()
            ? Optional.of(
                new Completed(
                    completed.path("id").asLong(),
                    completed.path("trigger_timestamp").asLong(),
                    completed.path("latest_ack_timestamp").asLong()))
            : Optional.empty(),
        inProgress,
        restored.isObject()
            ? Optional.of(
                new Restored(
                    restored.path("id").asLong(),
                    restored.path("restore_timestamp").asLong(),
                    restored.path("external_path").asText()))
            : Optional.empty());
  }

  /** How a checkpoint has ended, in Flink's word; empty if it is not remembered. */
  Optional<String> statusOf(long checkpoint) {
    for (JsonNode each : rest.get("/jobs/" + job + "/checkpoints").path("history")) {
      if (each.path("id").asLong() == checkpoint) {
        return Optional.of(each.path("status").asText());
      }
    }
    return Optional.empty();
  }

  /** Whether the job and every one of its subtasks are running. */
  boolean allRunning() {
    JsonNode found = rest.get("/jobs/" + job);
    if (!found.path("state").asText().equals("RUNNING")) {
      return false;
    }
    for (JsonNode vertex : found.path("vertices")) {
      if (vertex.path("tasks").path("RUNNING").asInt() != vertex.path("parallelism").asInt()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The offset of the next record of each partition that has been read from, as of some seconds ago
   * or, when the job manager has stopped collecting metrics, longer.
   */
  Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (OperatorId source : List.of(OperatorId.EVENTS, OperatorId.CUSTOMERS)) {
      String path = metricsOf(source.displayName());
      String topic =
          source == OperatorId.EVENTS ? config.events().topic() : config.customers().topic();
      String prefix =
          "Source__%s.KafkaSourceReader.topic.%s.partition.".formatted(source.displayName(), topic);
      String names =
          IntStream.range(0, partitions.get(topic))
              .mapToObj(i -> prefix + i + SUFFIX)
              .collect(Collectors.joining(","));
      for (JsonNode metric : rest.get(path + "?agg=max&get=" + names)) {
        String id = metric.path("id").asText();
        int partition =
            Integer.parseInt(id.substring(prefix.length(), id.length() - SUFFIX.length()));
        positions.put(new TopicPartition(topic, partition), metric.path("max").asLong() + 1);
      }
    }
    return positions;
  }

  private String metricsOf(String operator) {
    return vertices.computeIfAbsent(
        operator, name -> "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job, vertex(name)));
  }

  private String vertex(String operator) {
    for (JsonNode vertex : rest.get("/jobs/" + job).path("vertices")) {
      if (vertex.path("name").asText().replaceFirst("^Source: ", "").startsWith(operator)) {
        return vertex.path("id").asText();
      }
    }
    throw new IllegalStateException("job " + job + " has no operator " + operator);
  }
}
