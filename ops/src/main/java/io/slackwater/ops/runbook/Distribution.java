package io.slackwater.ops.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.job.OperatorId;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.VertexMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the customers' state and work lie over the subtasks. */
final class Distribution {
  private static final String MINUTES =
      VertexMetrics.scope(OperatorId.CUSTOMER_MINUTES.displayName());

  private final FlinkRest rest;

  Distribution(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * Of one subtask of the window operator.
   *
   * @param stateBytes in the newest checkpoint; an incremental one counts shared files, too
   * @param profiles customers with a profile, as RocksDB estimates and Flink asks it every five
   *     seconds, so too few right after a start; null unless {@code
   *     state.backend.rocksdb.metrics.estimate-num-keys} is on
   * @param records taken in since its start; events that were added up on the way are one
   */
  record Subtask(int number, long stateBytes, Long profiles, long records) {}

  /** Empty if the job has no such operator. */
  List<Subtask> of(JobDetails job) {
    return job.vertices().stream()
        .filter(vertex -> vertex.name().startsWith(OperatorId.CUSTOMER_MINUTES.displayName()))
        .findFirst()
        .map(vertex -> of(job.id(), vertex))
        .orElse(List.of());
  }

  private List<Subtask> of(String jobId, JobDetails.Vertex vertex) {
    VertexMetrics metrics = new VertexMetrics(rest);
    Map<Integer, Long> records =
        metrics.perSubtask(jobId, vertex.id(), (MINUTES + ".numRecordsIn")::equals);
    Map<Integer, Long> profiles =
        metrics.perSubtask(jobId, vertex.id(), Distribution::isNumberOfProfiles);
    List<Long> bytes = stateBytes(jobId, vertex.id());
    List<Subtask> subtasks = new ArrayList<>();
    for (int i = 0; i < vertex.parallelism(); i++) {
      subtasks.add(
          new Subtask(
              i,
              i < bytes.size() ? bytes.get(i) : 0,
              profiles.get(i),
              records.getOrDefault(i, 0L)));
    }
    return subtasks;
  }

  /** Flink can be told to make the column family a variable, which then stands in the name. */
  private static boolean isNumberOfProfiles(String metric) {
    return metric.equals(MINUTES + ".profiles.rocksdb_estimate-num-keys")
        || metric.equals(MINUTES + ".column_family.profiles.rocksdb_estimate-num-keys");
  }

  private List<Long> stateBytes(String jobId, String vertex) {
    List<Long> bytes = new ArrayList<>();
    JsonNode latest = rest.get("/jobs/" + jobId + "/checkpoints").path("latest").path("completed");
    if (latest.has("id")) {
      String path =
          "/jobs/%s/checkpoints/details/%d/subtasks/%s"
              .formatted(jobId, latest.path("id").asLong(), vertex);
      for (JsonNode subtask : rest.get(path).path("subtasks")) {
        bytes.add(subtask.path("state_size").asLong());
      }
    }
    return bytes;
  }
}
