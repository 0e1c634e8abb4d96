package io.slackwater.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.ConfigNode.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShippedConfigTest {
  private static final Path CONFIG = Path.of("..", "config");
  private static final Map<String, String> ENVIRONMENT =
      Map.of("SLACKWATER_KAFKA_PASSWORD", "k", "SLACKWATER_DB_PASSWORD", "d");

  private static String text(String file) throws Exception {
    return Files.readString(CONFIG.resolve(file));
  }

  private static JobConfig load(String file) throws Exception {
    return JobConfigLoader.parse(text(file), file, List.of(), ENVIRONMENT::get);
  }

  /** The keys of a file, the user's own names replaced by the one that stands for them. */
  private static Set<String> keys(String file) throws Exception {
    Set<String> found = new HashSet<>();
    collect(List.of(), YamlTree.parse(text(file), file, new Problems()), found);
    return found;
  }

  private static void collect(List<String> path, Section section, Set<String> found) {
    Schema schema = new Schema();
    section
        .children()
        .forEach(
            (name, node) -> {
              List<String> child = Schema.child(path, name);
              if (node instanceof Section subsection) {
                collect(child, subsection, found);
              } else {
                found.add(schema.key(child).map(Key::dotted).orElse("unknown: " + child));
              }
            });
  }

  private static Set<String> allKeys() {
    return Keys.ALL.stream().map(Key::dotted).collect(Collectors.toSet());
  }

  @Test
  void theProductionFileHasEveryKeyAndNoOther() throws Exception {
    assertThat(keys("production.yaml")).isEqualTo(allKeys());
  }

  @Test
  void theLocalFileHasEveryKeyButTheDatabaseAndClientSettings() throws Exception {
    Set<String> expected = allKeys();
    expected.removeIf(key -> key.startsWith("results.jdbc.") || key.startsWith("kafka.properties"));
    assertThat(keys("slackwater.yaml")).isEqualTo(expected);
  }

  @Test
  void theLocalFileIsTheDefaultsWithDeduplication() throws Exception {
    assertThat(load("slackwater.yaml"))
        .isEqualTo(ConfigTexts.parse("", "events.fields.id=/eventId"));
  }

  @Test
  void theProductionFileWritesBothAndTakesItsSecretsFromTheEnvironment() throws Exception {
    JobConfig config = load("production.yaml");
    assertThat(config.results().kafka()).isNotNull();
    assertThat(config.results().jdbc().password()).isEqualTo(new Secret("d"));
    assertThat(config.kafka().properties().get("sasl.jaas.config"))
        .isEqualTo(
            "org.apache.kafka.common.security.scram.ScramLoginModule required"
                + " username=\"slackwater\" password=\"k\";");
  }

  @Test
  void everyRecordComponentIsAKey() {
    Set<String> components = new HashSet<>();
    components(JobConfig.class, "", components);
    assertThat(components).isEqualTo(allKeys());
  }

  private static void components(Class<?> type, String prefix, Set<String> found) {
    for (var component : type.getRecordComponents()) {
      String name =
          prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      Class<?> value = component.getType();
      boolean section = value.isRecord() && value.getEnclosingClass() == JobConfig.class;
      if (name.equals("window.aggregates")) {
        components(JobConfig.Aggregate.class, name + "." + Key.ANY + ".", found);
      } else if (value == Map.class) {
        found.add(name + "." + Key.ANY);
      } else if (section && value != JobConfig.StartFrom.class) {
        components(value, name + ".", found);
      } else {
        found.add(name);
      }
    }
  }
}
