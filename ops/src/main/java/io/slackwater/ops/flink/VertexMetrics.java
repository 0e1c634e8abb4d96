package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Metrics of a job's operators, as old as {@code metrics.fetcher.update-interval} of the cluster
 * (ten seconds by default).
 */
public final class VertexMetrics {
  /** Names in one request: the line of a request is bounded. */
  private static final int AT_ONCE = 20;

  private final FlinkRest rest;

  public VertexMetrics(FlinkRest rest) {
    this.rest = rest;
  }

  /** A metric over all subtasks. */
  public record Aggregate(double min, double max, double sum) {}

  /** An operator's name as it stands in the names of its metrics. */
  public static String scope(String operatorName) {
    return operatorName.replaceAll("[^A-Za-z0-9_]", "_");
  }

  /** Over all subtasks, by the metric's name; those that are not there yet are absent. */
  public Map<String, Aggregate> aggregates(String jobId, String vertex, Predicate<String> wanted) {
    String path = "/jobs/" + jobId + "/vertices/" + vertex + "/subtasks/metrics";
    Map<String, Aggregate> found = new TreeMap<>();
    for (JsonNode metric : values(path, "&agg=min,max,sum", wanted)) {
      found.put(
          metric.path("id").asText(),
          new Aggregate(
              metric.path("min").asDouble(),
              metric.path("max").asDouble(),
              metric.path("sum").asDouble()));
    }
    return found;
  }

  /** Of each subtask, by number; zero where a subtask does not have it. */
  public Map<Integer, Long> perSubtask(String jobId, String vertex, Predicate<String> wanted) {
    String path = "/jobs/" + jobId + "/vertices/" + vertex + "/metrics";
    Map<Integer, Long> found = new TreeMap<>();
    for (JsonNode metric : values(path, "", id -> wanted.test(withoutSubtask(id)))) {
      String id = metric.path("id").asText();
      found.merge(
          Integer.parseInt(id.substring(0, id.indexOf('.'))),
          (long) metric.path("value").asDouble(),
          Long::sum);
    }
    return found;
  }

  private static String withoutSubtask(String id) {
    return id.matches("\\d+\\..*") ? id.substring(id.indexOf('.') + 1) : "";
  }

  private List<JsonNode> values(String path, String query, Predicate<String> wanted) {
    List<String> names = new ArrayList<>();
    for (JsonNode metric : rest.unlessUnknown(path).orElse(MissingNode.getInstance())) {
      String id = metric.path("id").asText();
      if (!id.isEmpty() && wanted.test(id)) {
        names.add(URLEncoder.encode(id, StandardCharsets.UTF_8));
      }
    }
    List<JsonNode> found = new ArrayList<>();
    for (int from = 0; from < names.size(); from += AT_ONCE) {
      String some =
          names.subList(from, Math.min(names.size(), from + AT_ONCE)).stream()
              .collect(Collectors.joining(","));
      rest.get(path + "?get=" + some + query).forEach(found::add);
    }
    return found;
  }
}
