package io.slackwater.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobOverview;
import java.net.URI;

/**
 * What Flink says of a job.
 *
 * @param shuffledBytes written by all tasks since the start
 * @param checkpointMillis of the median one, end to end
 */
record FlinkFigures(
    long shuffledBytes, long checkpoints, double checkpointMillis, long checkpointBytes) {
  private static final long FETCHING_MS = 2_000;

  static final FlinkFigures NONE = new FlinkFigures(0, 0, 0, 0);

  /** As of now: Flink answers with what it last fetched from its tasks, so it is asked twice. */
  static FlinkFigures of(int restPort) throws InterruptedException {
    fetch(restPort);
    Thread.sleep(FETCHING_MS);
    return fetch(restPort);
  }

  private static FlinkFigures fetch(int restPort) {
    FlinkRest rest = new FlinkRest(URI.create("http://127.0.0.1:" + restPort));
    JobOverview job = rest.jobs().get(0);
    long bytes = 0;
    for (JsonNode vertex : rest.get("/jobs/" + job.id()).path("vertices")) {
      bytes += vertex.path("metrics").path("write-bytes").asLong();
    }
    JsonNode checkpoints = rest.get("/jobs/" + job.id() + "/checkpoints");
    JsonNode summary = checkpoints.path("summary");
    return new FlinkFigures(
        bytes,
        checkpoints.path("counts").path("completed").asLong(),
        summary.path("end_to_end_duration").path("p50").asDouble(),
        summary.path("checkpointed_size").path("max").asLong());
  }
}
