package io.slackwater.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.ops.flink.FlinkRest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What Flink says of the one job that it runs, through its REST interface. */
final class FlinkFigures {
  private static final long FETCHING_MS = 2_000;

  private final FlinkRest rest;

  FlinkFigures(int restPort) {
    this.rest = new FlinkRest(URI.create("http://127.0.0.1:" + restPort));
  }

  FlinkRest rest() {
    return rest;
  }

  String jobId() {
    return rest.jobs().get(0).id();
  }

  /**
   * Bytes that all tasks have sent to others since the start. Flink answers with what it last
   * fetched from its tasks, so it is asked twice.
   */
  long shuffledBytes() throws InterruptedException {
    long unused = sum("write-bytes");
    Thread.sleep(FETCHING_MS);
    return sum("write-bytes");
  }

  private long sum(String metric) {
    long sum = 0;
    for (JsonNode vertex : vertices()) {
      sum += vertex.path("metrics").path(metric).asLong();
    }
    return sum;
  }

  private JsonNode vertices() {
    return rest.get("/jobs/" + jobId()).path("vertices");
  }

  /**
   * Checkpoints that were triggered at this time or later, of those that Flink still knows.
   *
   * @param sinceMs processing time in ms since the epoch
   */
  Measurement.Checkpoints checkpoints(long sinceMs) {
    List<Double> millis = new ArrayList<>();
    long bytes = 0;
    for (JsonNode checkpoint : rest.get("/jobs/" + jobId() + "/checkpoints").path("history")) {
      if (checkpoint.path("status").asText().equals("COMPLETED")
          && !checkpoint.path("is_savepoint").asBoolean()
          && checkpoint.path("trigger_timestamp").asLong() >= sinceMs) {
        millis.add(checkpoint.path("end_to_end_duration").asDouble());
        bytes = Math.max(bytes, checkpoint.path("checkpointed_size").asLong());
      }
    }
    millis.sort(null);
    return millis.isEmpty()
        ? Measurement.Checkpoints.NONE
        : new Measurement.Checkpoints(millis.size(), millis.get(millis.size() / 2), bytes);
  }

  /** Whether every subtask has its state and runs. */
  boolean isRunning() {
    boolean running = !rest.jobs().isEmpty();
    if (running) {
      for (JsonNode vertex : vertices()) {
        running &=
            vertex.path("tasks").path("RUNNING").asInt() == vertex.path("parallelism").asInt();
      }
    }
    return running;
  }

  /** Seconds that the slowest subtask took to get its state. */
  double initializationSeconds() {
    long millis = 0;
    String job = jobId();
    for (JsonNode vertex : vertices()) {
      String path = "/jobs/" + job + "/vertices/" + vertex.path("id").asText();
      for (JsonNode subtask : rest.get(path).path("subtasks")) {
        millis = Math.max(millis, subtask.path("status-duration").path("INITIALIZING").asLong());
      }
    }
    return millis / 1e3;
  }
}
