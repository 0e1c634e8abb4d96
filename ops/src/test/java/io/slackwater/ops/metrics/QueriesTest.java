package io.slackwater.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.flink.FlinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.CheckpointingOptions;
import org.junit.jupiter.api.Test;

/**
 * A query of a name that nobody exports is an empty panel, or an alert that never fires. So every
 * query refers to what a running system has been seen to export.
 */
class QueriesTest {
  /** What Prometheus itself adds. */
  private static final Set<String> OF_THE_TARGET = Set.of("job", "instance");

  private static final Map<String, Set<String>> OF_PROMETHEUS = Map.of("up", OF_THE_TARGET);
  private static final Pattern RUNBOOK = Pattern.compile("deploy/runbooks/([a-z-]+)\\.md");
  private static final Set<String> RUNBOOKS =
      Set.of(
          "rescale",
          "upgrade",
          "rollback",
          "restore-from-checkpoint",
          "lost-commits",
          "watermark-stalled",
          "idle-partition",
          "lag-growing",
          "disk-full",
          "poison",
          "retention-overtaking",
          "late-records",
          "checkpoints-failing",
          "profile-misses",
          "gc-pauses",
          "monitor-down");

  private static Map<String, Set<String>> exported() throws IOException {
    Map<String, Set<String>> exported = new TreeMap<>(OF_PROMETHEUS);
    for (String file : List.of("job-metrics.txt", "flink-metrics.txt", "monitor-metrics.txt")) {
      Inventory.read(file)
          .entries()
          .forEach((name, entry) -> exported.put(name, withTarget(entry.labels())));
    }
    return exported;
  }

  private static Set<String> withTarget(Set<String> labels) {
    Set<String> all = new TreeSet<>(labels);
    all.addAll(OF_THE_TARGET);
    return all;
  }

  /** What a recorded series may have is what it was computed from, at most. */
  private static Set<String> labelsOf(
      String metric, Queries queries, Map<String, Set<String>> exported) {
    String source = queries.recorded().get(metric);
    if (source == null) {
      return exported.getOrDefault(metric, Set.of());
    }
    Set<String> labels = new TreeSet<>();
    PromQl.of(source).metrics().forEach(name -> labels.addAll(labelsOf(name, queries, exported)));
    return labels;
  }

  @Test
  void everyQueryRefersToWhatIsExported() throws IOException {
    Queries queries = Queries.shipped();
    Map<String, Set<String>> exported = exported();
    Map<String, String> unknown = new TreeMap<>();
    queries
        .expressions()
        .forEach(
            one -> {
              PromQl names = PromQl.of(one.getValue());
              Set<String> labels = new TreeSet<>();
              for (String metric : names.metrics()) {
                labels.addAll(labelsOf(metric, queries, exported));
                if (!exported.containsKey(metric) && !queries.recorded().containsKey(metric)) {
                  unknown.put(one.getKey(), metric);
                }
              }
              names.labels().stream()
                  .filter(label -> !labels.contains(label))
                  .forEach(label -> unknown.put(one.getKey(), "label " + label));
            });
    assertThat(queries.expressions()).hasSizeGreaterThan(80);
    assertThat(unknown).isEmpty();
  }

  @Test
  void nothingIsRecordedInVain() throws IOException {
    Queries queries = Queries.shipped();
    Set<String> used = new TreeSet<>();
    queries.expressions().forEach(one -> used.addAll(PromQl.of(one.getValue()).metrics()));
    assertThat(used).containsAll(queries.recorded().keySet());
  }

  @Test
  void everyAlertSaysWhatToDoAndIsTested() throws IOException {
    String tests = Files.readString(Inventory.DIRECTORY.resolve("tests/fires.yml"));
    Queries.shipped()
        .alerts()
        .forEach(
            (name, alert) -> {
              Map<?, ?> labels = (Map<?, ?>) alert.get("labels");
              assertThat(labels.get("severity")).as(name).isIn("page", "ticket");
              Map<?, ?> annotations = (Map<?, ?>) alert.get("annotations");
              assertThat(annotations.keySet())
                  .as(name)
                  .isEqualTo(Set.of("summary", "description", "runbook"));
              Matcher runbook = RUNBOOK.matcher(annotations.get("runbook").toString());
              assertThat(runbook.matches()).as(name).isTrue();
              assertThat(runbook.group(1)).as(name).isIn(RUNBOOKS);
              assertThat(tests).contains("alertname: " + name + "\n        exp_alerts:\n");
            });
  }

  @Test
  void rulesKnowHowOftenACheckpointIsDue() throws IOException {
    long seconds =
        FlinkSettings.load(Path.of("..", "config", "flink", "production.yaml"))
            .get(CheckpointingOptions.CHECKPOINTING_INTERVAL)
            .toSeconds();
    assertThat(Queries.shipped().recorded().get("slackwater:checkpoint_interval_seconds"))
        .isEqualTo("vector(%d)".formatted(seconds));
  }

  @Test
  void everyPanelOfTheDashboardSaysWhatItShows() throws IOException {
    JsonNode dashboard =
        new ObjectMapper()
            .readTree(
                Files.readString(
                    Path.of("..", "deploy", "grafana", "dashboards", "slackwater.json")));
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      if (!panel.path("type").asText().equals("row")) {
        assertThat(panel.path("description").asText())
            .as(panel.path("title").asText())
            .isNotBlank();
        assertThat(panel.path("targets")).as(panel.path("title").asText()).isNotEmpty();
      }
    }
    assertThat(ids).hasSizeGreaterThan(30);
  }

  @Test
  void thePageAboutMetricsIsUpToDate() throws IOException {
    Path page = Path.of("..", "docs", "metrics.md");
    String begin =
        "<!-- metrics: written by QueriesTest, run with -Dslackwater.update-docs=true -->\n";
    String end = "<!-- end of metrics -->\n";
    String text = Files.readString(page);
    String expected =
        text.substring(0, text.indexOf(begin) + begin.length())
            + table("The job's own", "job-metrics.txt")
            + table("Flink's, as far as rules and dashboard use them", "flink-metrics.txt")
            + table("The monitor's", "monitor-metrics.txt")
            + text.substring(text.indexOf(end));
    assertThat(Inventory.updated(page, expected)).isEqualTo(expected);
  }

  private static String table(String title, String file) throws IOException {
    return Inventory.read(file).entries().entrySet().stream()
        .map(
            entry ->
                "| `%s` | %s | %s |\n"
                    .formatted(
                        entry.getKey(),
                        String.join(", ", entry.getValue().labels()),
                        entry.getValue().meaning()))
        .collect(
            Collectors.joining(
                "",
                "\n## %s\n\n| name | labels | meaning |\n|---|---|---|\n".formatted(title),
                "\n"));
  }
}
