package io.slackwater.lab.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * An alert that is pending or firing.
 *
 * @param state as the server calls it: Prometheus pending or firing, Alertmanager active or
 *     suppressed
 * @param labels without the name
 */
public record Alert(
    String name, String state, Map<String, String> labels, Map<String, String> annotations) {

  static Alert of(JsonNode json, String state) {
    Map<String, String> labels = texts(json.path("labels"));
    String name = labels.remove("alertname");
    return new Alert(name, state, labels, texts(json.path("annotations")));
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
    return texts;
  }

  public boolean isFiring() {
    return state.equals("firing") || state.equals("active");
  }
}
