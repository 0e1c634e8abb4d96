package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobStatus;

/**
 * A job as Flink executes it.
 *
 * @param scheduler such as {@code Default} or {@code Adaptive}
 * @param vertices in the order of the data's path
 */
public record JobDetails(
    String id, String name, JobStatus status, String scheduler, List<Vertex> vertices) {
  public JobDetails {
    vertices = List.copyOf(vertices);
  }

  /**
   * Operators that are chained together.
   *
   * @param id follows from the uid of the first of them
   * @param running how many of its subtasks run now
   */
  public record Vertex(String id, String name, int parallelism, int running) {}

  static JobDetails of(JsonNode job) {
    List<Vertex> vertices = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      vertices.add(
          new Vertex(
              vertex.path("id").asText(),
              vertex.path("name").asText(),
              vertex.path("parallelism").asInt(),
              vertex.path("tasks").path("RUNNING").asInt()));
    }
    return new JobDetails(
        job.path("jid").asText(),
        job.path("name").asText(),
        JobStatus.valueOf(job.path("state").asText()),
        job.path("schedulerType").asText(),
        vertices);
  }

  /** That of its widest operator, which is also how many slots it takes. */
  public int parallelism() {
    return vertices.stream().mapToInt(Vertex::parallelism).max().orElse(0);
  }

  /** Only then can a savepoint be taken. */
  public boolean allTasksRun() {
    return status == JobStatus.RUNNING
        && vertices.stream().allMatch(vertex -> vertex.running() == vertex.parallelism());
  }

  /** Whether its parallelism can be changed while it runs. */
  public boolean isAdaptive() {
    return scheduler.equalsIgnoreCase("adaptive");
  }
}
