package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What a job's checkpoints have come to.
 *
 * @param completed since the job was submitted, savepoints included
 * @param failed likewise
 * @param latest path of the newest completed one that is no savepoint
 * @param restored path that the job was started from
 * @param latestBytes full size of the newest completed one
 */
public record Checkpoints(
    long completed,
    long failed,
    Optional<String> latest,
    Optional<String> restored,
    long latestBytes) {
  /** Asks the cluster; empty if it does not know the job or it has no checkpoints. */
  public static Optional<Checkpoints> of(FlinkRest rest, String jobId) {
    return rest.unlessUnknown("/jobs/" + jobId + "/checkpoints").map(Checkpoints::of);
  }

  private static Checkpoints of(JsonNode statistics) {
    JsonNode counts = statistics.path("counts");
    JsonNode latest = statistics.path("latest");
    return new Checkpoints(
        counts.path("completed").asLong(),
        counts.path("failed").asLong(),
        path(latest.path("completed")),
        path(latest.path("restored")),
        latest.path("completed").path("state_size").asLong());
  }

  private static Optional<String> path(JsonNode checkpoint) {
    return Optional.of(checkpoint.path("external_path").asText()).filter(text -> !text.isEmpty());
  }
}
