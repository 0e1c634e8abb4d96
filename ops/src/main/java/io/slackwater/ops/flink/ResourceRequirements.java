package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/** How many subtasks a job asks for while it runs; only the adaptive scheduler takes changes. */
public final class ResourceRequirements {
  private final FlinkRest rest;

  public ResourceRequirements(FlinkRest rest) {
    this.rest = rest;
  }

  /** How many subtasks a vertex must and may have. */
  public record Bounds(int lower, int upper) {}

  /** By id of vertex. */
  public Map<String, Bounds> of(String jobId) {
    Map<String, Bounds> bounds = new TreeMap<>();
    rest.get(path(jobId))
        .properties()
        .forEach(
            vertex -> {
              var parallelism = vertex.getValue().path("parallelism");
              bounds.put(
                  vertex.getKey(),
                  new Bounds(
                      parallelism.path("lowerBound").asInt(),
                      parallelism.path("upperBound").asInt()));
            });
    return bounds;
  }

  /** Asks for others; Flink follows as far as it has slots. */
  public void change(String jobId, Map<String, Bounds> bounds) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    bounds.forEach(
        (vertex, bound) ->
            body.putObject(vertex)
                .putObject("parallelism")
                .put("lowerBound", bound.lower())
                .put("upperBound", bound.upper()));
    var unused = rest.put(path(jobId), body);
  }

  private static String path(String jobId) {
    return "/jobs/" + jobId + "/resource-requirements";
  }
}
