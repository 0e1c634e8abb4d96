package io.slackwater.ops.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/**
 * Every expression that we ship.
 *
 * @param expressions where it stands (alert, record or panel), and the expression
 * @param recorded what each recorded series is computed from
 * @param alerts name to the alert as its file has it
 */
record Queries(
    List<Map.Entry<String, String>> expressions,
    Map<String, String> recorded,
    Map<String, Map<?, ?>> alerts) {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\((?:(.+),)?\\s*(\\w+)\\s*\\)", Pattern.DOTALL);

  static Queries shipped() throws IOException {
    Queries queries = new Queries(new ArrayList<>(), new TreeMap<>(), new TreeMap<>());
    for (Path rules : files(DEPLOY.resolve("prometheus/rules"), ".yml")) {
      queries.addRules(rules);
    }
    for (Path dashboard : files(DEPLOY.resolve("grafana/dashboards"), ".json")) {
      queries.addDashboard(dashboard);
    }
    return queries;
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private void addRules(Path file) throws IOException {
    Map<?, ?> root = new Yaml().load(Files.readString(file));
    for (Object group : (List<?>) root.get("groups")) {
      for (Object one : (List<?>) ((Map<?, ?>) group).get("rules")) {
        Map<?, ?> rule = (Map<?, ?>) one;
        String expression = rule.get("expr").toString();
        Object record = rule.get("record");
        if (record != null) {
          recorded.put(record.toString(), expression);
        } else {
          alerts.put(rule.get("alert").toString(), rule);
        }
        String name = (record == null ? rule.get("alert") : record).toString();
        expressions.add(Map.entry(name, expression));
      }
    }
  }

  private void addDashboard(Path file) throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(Files.readString(file));
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        expressions.add(Map.entry(panel.path("title").asText(), target.path("expr").asText()));
      }
    }
    for (JsonNode variable : dashboard.path("templating").path("list")) {
      Matcher values = LABEL_VALUES.matcher(variable.path("definition").asText());
      if (values.matches()) {
        String selector = "max by (%s) (%s)".formatted(values.group(2), values.group(1));
        expressions.add(Map.entry("$" + variable.path("name").asText(), selector));
      }
    }
  }

  /** All metrics used, recorded series excluded. */
  Set<String> metrics() {
    Set<String> metrics = new TreeSet<>();
    expressions.forEach(entry -> metrics.addAll(PromQl.of(entry.getValue()).metrics()));
    metrics.removeAll(recorded.keySet());
    return metrics;
  }
}
