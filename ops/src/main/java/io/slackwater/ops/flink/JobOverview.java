package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.JobStatus;

/**
 * One line of a cluster's list of jobs.
 *
 * @param startMillis processing time in ms since the epoch
 */
public record JobOverview(String id, String name, JobStatus status, long startMillis) {
  static JobOverview of(JsonNode job) {
    return new JobOverview(
        job.path("jid").asText(),
        job.path("name").asText(),
        JobStatus.valueOf(job.path("state").asText()),
        job.path("start-time").asLong());
  }

  /** Neither finished, cancelled nor failed for good. */
  public boolean isActive() {
    return !status.isTerminalState();
  }
}
