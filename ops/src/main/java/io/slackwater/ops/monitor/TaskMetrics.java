package io.slackwater.ops.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.ops.flink.FlinkRest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;

/** Metrics of a task's subtasks, as many of them as are wanted and no more. */
final class TaskMetrics {
  /** Flink's server refuses a first line of more than 4096 characters. */
  private static final int LONGEST_QUERY = 3_000;

  private static final Pattern OF_SUBTASK = Pattern.compile("(\\d+)\\.(.+)");

  private TaskMetrics() {}

  /**
   * One value.
   *
   * @param name without the subtask, such as {@code Source__Events.numRecordsIn}
   * @param text of the number; the largest longs are exact in it only
   */
  record Value(int subtask, String name, String text, double value) {}

  /** Asks first for the names, then for the values of those that are wanted. */
  static List<Value> of(FlinkRest flink, String job, String vertex, Predicate<String> wanted) {
    String path = "/jobs/%s/vertices/%s/metrics".formatted(job, vertex);
    List<Value> values = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    for (JsonNode metric : flink.get(path)) {
      String id = metric.path("id").asText();
      Matcher name = OF_SUBTASK.matcher(id);
      if (name.matches() && wanted.test(name.group(2))) {
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        if (query.length() + encoded.length() > LONGEST_QUERY) {
          ask(flink, path, query, values);
        }
        query.append(query.isEmpty() ? "" : ",").append(encoded);
      }
    }
    ask(flink, path, query, values);
    return values;
  }

  private static void ask(FlinkRest flink, String path, StringBuilder query, List<Value> values) {
    if (query.isEmpty()) {
      return;
    }
    for (JsonNode metric : flink.get(path + "?get=" + query)) {
      Matcher id = OF_SUBTASK.matcher(metric.path("id").asText());
      String text = metric.path("value").asText();
      Double value = number(text);
      if (id.matches() && value != null) {
        values.add(new Value(Integer.parseInt(id.group(1)), id.group(2), text, value));
      }
    }
    query.setLength(0);
  }

  @Nullable
  private static Double number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isNaN(value) ? null : value;
    } catch (NumberFormatException noNumber) {
      return null;
    }
  }

  /** A name as Flink's metrics spell it. */
  static String spelled(String name) {
    return name.replaceAll("[ .:,]", "_");
  }
}
