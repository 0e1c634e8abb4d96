package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.testkit.embedded.TopicReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** What is known of a customer in the drill of the expired profile. */
enum CustomerGroup {
  UNKNOWN("never seen"),
  DELETED("deleted"),
  OLD("updated an hour ago"),
  REGULAR("updated within the ttl");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String words;

  CustomerGroup(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  static CustomerGroup of(int customer) {
    return switch (customer) {
      case 0 -> UNKNOWN;
      case 1 -> DELETED;
      case 2, 3 -> OLD;
      default -> REGULAR;
    };
  }

  private static CustomerGroup of(JsonNode result) {
    return of(Integer.parseInt(result.path("customer").asText().substring("c-".length())));
  }

  /** Events in Slackwater's results, such as {@code OLD expired}. */
  static Map<String, Long> byStatus(String servers, String topic) {
    Map<String, Long> counts = new TreeMap<>();
    for (JsonNode result : results(servers, topic)) {
      String status = result.path("profile").path("status").asText();
      counts.merge(of(result) + " " + status, result.path("orders").asLong(), Long::sum);
    }
    return counts;
  }

  /** Events in the plain join's results, such as {@code OLD null} and {@code OLD found}. */
  static Map<String, Long> byNull(String servers, String topic) {
    Map<String, Long> counts = new TreeMap<>();
    for (JsonNode result : results(servers, topic)) {
      String found = result.path("segment").isNull() ? "null" : "found";
      counts.merge(of(result) + " " + found, 1L, Long::sum);
    }
    return counts;
  }

  private static Iterable<JsonNode> results(String servers, String topic) {
    return TopicReader.readAll(servers, topic).stream()
        .map(
            record -> {
              try {
                return JSON.readTree(record.value());
              } catch (IOException e) {
                throw new UncheckedIOException("a result is no JSON", e);
              }
            })
        .filter(result -> result.path("customer").asText().startsWith("c-"))
        .toList();
  }
}
