package io.slackwater.bench.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.FlinkUnreachableException;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.flink.VertexMetrics;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** What Flink says of its newest job, and does with it, through its REST interface. */
public final class FlinkFigures {
  private static final long FETCHING_MS = 2_000;

  private final FlinkRest rest;

  public FlinkFigures(int restPort) {
    this.rest = new FlinkRest(URI.create("http://127.0.0.1:" + restPort));
  }

  private String job() {
    return "/jobs/" + jobId();
  }

  private String jobId() {
    return rest.jobs().get(0).id();
  }

  /** How many slots there are; 0 while nobody answers. */
  public int slots() {
    try {
      return rest.get("/overview").path("slots-total").asInt();
    } catch (FlinkUnreachableException starting) {
      return 0;
    }
  }

  /**
   * Bytes that tasks have received from other tasks since the start. What sources read and sinks
   * write, Flink counts as a task's bytes too, so it is receivers that are asked, and not sources.
   * Flink answers with what it last fetched from its tasks, so it is asked twice.
   */
  public long shuffledBytes() throws InterruptedException {
    long unused = receivedBytes();
    Thread.sleep(FETCHING_MS);
    return receivedBytes();
  }

  private long receivedBytes() {
    JsonNode job = rest.get(job());
    Set<String> receivers = new HashSet<>();
    for (JsonNode node : job.path("plan").path("nodes")) {
      if (!node.path("inputs").isEmpty()) {
        receivers.add(node.path("id").asText());
      }
    }
    long sum = 0;
    for (JsonNode vertex : job.path("vertices")) {
      if (receivers.contains(vertex.path("id").asText())) {
        sum += vertex.path("metrics").path("read-bytes").asLong();
      }
    }
    return sum;
  }

  /**
   * Metrics of ours in the operator of that name, summed over its subtasks; those that Flink has
   * not fetched are absent. As old as the last question.
   */
  public Map<String, Long> sums(String operator, Set<String> metrics) {
    String scope = VertexMetrics.scope(operator) + ".";
    Map<String, Long> sums = new HashMap<>();
    for (JsonNode vertex : vertices()) {
      if (vertex.path("name").asText().contains(operator)) {
        new VertexMetrics(rest)
            .aggregates(
                jobId(),
                vertex.path("id").asText(),
                id -> id.startsWith(scope) && metrics.contains(id.substring(scope.length())))
            .forEach((id, sum) -> sums.put(id.substring(scope.length()), (long) sum.sum()));
      }
    }
    return sums;
  }

  private JsonNode vertices() {
    return rest.get(job()).path("vertices");
  }

  /**
   * Checkpoints that were triggered at this time or later, of those that Flink still knows.
   *
   * @param sinceMs processing time in ms since the epoch
   */
  public CheckpointFigures checkpoints(long sinceMs) {
    List<JsonNode> found =
        StreamSupport.stream(rest.get(job() + "/checkpoints").path("history").spliterator(), false)
            .filter(checkpoint -> checkpoint.path("status").asText().equals("COMPLETED"))
            .filter(checkpoint -> !checkpoint.path("is_savepoint").asBoolean())
            .filter(checkpoint -> checkpoint.path("trigger_timestamp").asLong() >= sinceMs)
            .sorted(Comparator.comparingLong(checkpoint -> checkpoint.path("id").asLong()))
            .toList();
    if (found.isEmpty()) {
      return CheckpointFigures.NONE;
    }
    List<Double> millis = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    for (JsonNode checkpoint : found) {
      millis.add(checkpoint.path("end_to_end_duration").asDouble());
      bytes.add(checkpoint.path("checkpointed_size").asLong());
    }
    millis.sort(null);
    JsonNode last = found.get(found.size() - 1);
    return new CheckpointFigures(
        found.size(),
        millis.get(millis.size() / 2),
        bytes.stream().mapToLong(Long::longValue).max().orElse(0),
        bytes.stream().mapToLong(Long::longValue).sum(),
        last.path("state_size").asLong());
  }

  /** Takes a checkpoint now, and returns what that one came to. */
  public CheckpointFigures checkpoint() throws InterruptedException {
    long startedMs = System.currentTimeMillis();
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("checkpointType", "CONFIGURED");
    String trigger = rest.post(job() + "/checkpoints", body).path("request-id").asText();
    JsonNode answer = rest.get(job() + "/checkpoints/" + trigger);
    while (answer.path("status").path("id").asText().equals("IN_PROGRESS")) {
      Thread.sleep(100);
      answer = rest.get(job() + "/checkpoints/" + trigger);
    }
    if (!answer.path("operation").path("failure-cause").isMissingNode()) {
      throw new IllegalStateException(
          "no checkpoint: " + answer.path("operation").path("failure-cause"));
    }
    CheckpointFigures figures = checkpoints(startedMs);
    if (figures.completed() == 0) {
      throw new IllegalStateException("Flink does not know the checkpoint that it has just taken");
    }
    return figures;
  }

  /** Takes a savepoint and returns its path. */
  public String savepoint(Savepoints.Format format, Patience patience) {
    Savepoints savepoints = new Savepoints(rest);
    String trigger = UUID.randomUUID().toString().replace("-", "");
    String directory = "";
    for (JsonNode entry : rest.get("/jobmanager/config")) {
      if (entry.path("key").asText().equals("execution.checkpointing.savepoint-dir")) {
        directory = entry.path("value").asText();
      }
    }
    Savepoints.Request request = new Savepoints.Request(jobId(), trigger, directory, format);
    savepoints.trigger(request);
    patience.until(
        "take a savepoint",
        () -> !(savepoints.progress(request) instanceof Savepoints.Progress.Running));
    if (savepoints.progress(request) instanceof Savepoints.Progress.Completed completed) {
      return completed.path();
    }
    throw new IllegalStateException("no savepoint: " + savepoints.progress(request));
  }

  /** Cancels the job and returns when it has ended. */
  public void cancel(Patience patience) {
    JsonNode unused = rest.patch(job() + "?mode=cancel");
    patience.until("cancel the job", () -> !rest.jobs().get(0).isActive());
  }

  /** The newest checkpoint that is retained. */
  public io.slackwater.ops.flink.Checkpoints latest() {
    return io.slackwater.ops.flink.Checkpoints.of(rest, jobId()).orElseThrow();
  }

  /** Whether every subtask has its state and runs; false while nobody answers. */
  public boolean isRunning() {
    try {
      // A job that is being put together has no vertices yet.
      JsonNode vertices = rest.jobs().isEmpty() ? MissingNode.getInstance() : vertices();
      boolean running = !vertices.isEmpty();
      for (JsonNode vertex : vertices) {
        running &=
            vertex.path("tasks").path("RUNNING").asInt() == vertex.path("parallelism").asInt();
      }
      return running;
    } catch (FlinkUnreachableException starting) {
      return false;
    }
  }

  /** Seconds that the slowest subtask took to get its state. */
  public double initializationSeconds() {
    long millis = 0;
    String job = job();
    for (JsonNode vertex : vertices()) {
      String path = job + "/vertices/" + vertex.path("id").asText();
      for (JsonNode subtask : rest.get(path).path("subtasks")) {
        millis = Math.max(millis, subtask.path("status-duration").path("INITIALIZING").asLong());
      }
    }
    return millis / 1e3;
  }
}
