package io.slackwater.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slackwater.lab.Main;
import io.slackwater.ops.flink.FlinkSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.kubernetes.operator.config.KubernetesOperatorConfigOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kubernetes and the operator drop what they do not know, so a misspelt line would only look set.
 */
class ManifestsTest {
  private static final Path BASE = Manifests.DIRECTORY.resolve("base");
  private static final Path RULES = Path.of("..", "deploy", "prometheus", "rules");
  private static final Path SETTINGS = Path.of("..", "config", "flink", "production.yaml");

  static Stream<Path> files() throws IOException {
    return Manifests.files().stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyLineIsUnderstood(Path file) throws IOException {
    for (ObjectNode document : Manifests.documents(Files.readString(file))) {
      assertThat(Manifests.strictly(document)).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/spec/job, parallelsim",
    "/spec, flinkConfig",
    "/spec/podTemplate/spec, volume",
    "/spec/podTemplate/spec/containers/0, volumeMount",
    "/spec/taskManager/podTemplate/spec/volumes/0/ephemeral, volumeClaim"
  })
  void aMisspeltLineIsNotUnderstood(String place, String key) throws IOException {
    ObjectNode deployment = Manifests.one(BASE.resolve("flink-deployment.yaml"));
    ((ObjectNode) deployment.at(place)).put(key, "x");

    assertThatThrownBy(() -> Manifests.strictly(deployment))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(key);
  }

  private static Map<String, String> flinkConfiguration(JsonNode deployment) {
    Map<String, String> settings = new TreeMap<>();
    deployment
        .at("/spec/flinkConfiguration")
        .properties()
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText()));
    return settings;
  }

  @Test
  void theSettingsAreThoseOfProductionAndWhatKubernetesNeeds() throws Exception {
    ObjectNode deployment = Manifests.one(BASE.resolve("flink-deployment.yaml"));
    Map<String, String> production = FlinkSettings.load(SETTINGS).toMap();
    Map<String, String> here = flinkConfiguration(deployment);

    assertThat(here).containsAllEntriesOf(production);
    Set<String> more = new HashSet<>(here.keySet());
    more.removeAll(production.keySet());
    assertThat(more)
        .isNotEmpty()
        .isSubsetOf(
            knownTo(
                HighAvailabilityOptions.class,
                CoreOptions.class,
                KubernetesOperatorConfigOptions.class));
    assertThat(deployment.at("/spec/flinkVersion").asText()).isEqualTo("v2_3");
    assertThat(deployment.at("/spec/job/upgradeMode").asText()).isEqualTo("savepoint");
  }

  private static Set<String> knownTo(Class<?>... classes) throws IllegalAccessException {
    Set<String> known = new HashSet<>();
    for (Class<?> options : classes) {
      for (var field : options.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
          known.add(((ConfigOption<?>) field.get(null)).key());
        }
      }
    }
    return known;
  }

  /** Both say it: the operator requests the one, Flink reckons with the other. */
  @ParameterizedTest
  @ValueSource(strings = {"base", "overlays/dev"})
  void containersAreAsLargeAsFlinkThinks(String directory) throws IOException {
    ObjectNode deployment =
        Manifests.one(Manifests.DIRECTORY.resolve(directory).resolve("flink-deployment.yaml"));
    Map<String, String> settings = flinkConfiguration(deployment);

    for (String role : List.of("jobManager", "taskManager")) {
      assertThat(deployment.at("/spec/" + role + "/resource/memory").asText())
          .isEqualTo(settings.get(role.toLowerCase(Locale.ROOT) + ".memory.process.size"));
    }
  }

  @ParameterizedTest
  @CsvSource({"base, 4", "overlays/sixteen-way, 16"})
  void memoryAndDiskAreAsSizeSays(String directory, int parallelism) throws IOException {
    ObjectNode base = Manifests.one(BASE.resolve("flink-deployment.yaml"));
    ObjectNode own =
        Manifests.one(Manifests.DIRECTORY.resolve(directory).resolve("flink-deployment.yaml"));
    assertThat(own.at("/spec/job/parallelism").asInt()).isEqualTo(parallelism);
    int slots = Integer.parseInt(flinkConfiguration(base).get("taskmanager.numberOfTaskSlots"));

    Map<String, Double> needs = sizes(parallelism, slots);
    String disk =
        base.at(
                "/spec/taskManager/podTemplate/spec/volumes/0/ephemeral/volumeClaimTemplate/spec/resources/requests/storage")
            .asText();
    // Flink's binary sizes and Kubernetes' are the same ones.
    assertThat((double) MemorySize.parseBytes(disk.replace("Gi", "g")))
        .isGreaterThan(needs.get("disk"));
    double process = MemorySize.parseBytes(base.at("/spec/taskManager/resource/memory").asText());
    // Flink keeps about a fifth for itself; half of what is left is managed.
    assertThat(0.8 * 0.5 * process / slots).isGreaterThan(needs.get("managed"));
  }

  private static Map<String, Double> sizes(int parallelism, int slots) throws IOException {
    StringWriter out = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute(
                "size",
                "--json",
                "--config",
                "../config/slackwater.yaml",
                "--parallelism",
                Integer.toString(parallelism),
                "--rescale-to",
                Integer.toString(2 * parallelism),
                "--slots-per-node",
                Integer.toString(slots));
    assertThat(status).isZero();
    Map<String, Double> needs = new HashMap<>();
    JsonNode report = new ObjectMapper().readTree(out.toString());
    for (JsonNode result :
        StreamSupport.stream(report.path("results").spliterator(), false).toList()) {
      String label = result.path("what").asText();
      // The first of each is for the parallelism as it is.
      if (label.startsWith("local disk of a node")) {
        needs.putIfAbsent("disk", result.path("value").asDouble());
      } else if (label.startsWith("managed memory")) {
        needs.putIfAbsent("managed", result.path("value").asDouble());
      }
    }
    return needs;
  }

  @Test
  void theRulesAreThoseOfPrometheus() throws IOException {
    List<JsonNode> groups = new ArrayList<>();
    for (String file : List.of("slackwater-alerts.yml", "slackwater-recording.yml")) {
      Manifests.one(RULES.resolve(file)).path("groups").forEach(groups::add);
    }

    assertThat(Manifests.one(BASE.resolve("prometheus-rule.yaml")).at("/spec/groups"))
        .as("copy the groups of deploy/prometheus/rules")
        .containsExactlyElementsOf(groups);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "production", "sixteen-way"})
  void everyOverlayCanBeBuiltAndIsUnderstood(String overlay) throws Exception {
    String built = kustomize(overlay);
    List<ObjectNode> documents = Manifests.documents(built);
    for (ObjectNode document : documents) {
      assertThat(Manifests.strictly(document)).isNotNull();
    }
    ObjectNode config = named(documents, "ConfigMap");
    assertThat(config.at("/data/slackwater.yaml").asText())
        .isEqualTo(Files.readString(Path.of("..", "config", "production.yaml")));
    ObjectNode deployment = named(documents, "FlinkDeployment");
    assertThat(deployment.at("/spec/podTemplate/spec/volumes/0/projected/sources/0/configMap/name"))
        .as("the name with the hash of its content, so that a change is noticed")
        .isEqualTo(config.at("/metadata/name"));
    JsonNode data = deployment.at("/spec/taskManager/podTemplate/spec/volumes/0");
    assertThat(data.hasNonNull("ephemeral") ^ data.hasNonNull("emptyDir"))
        .as(data.toString())
        .isTrue();
  }

  private static ObjectNode named(List<ObjectNode> documents, String kind) {
    return documents.stream()
        .filter(document -> document.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static String kustomize(String overlay) throws Exception {
    String directory = Manifests.DIRECTORY.resolve("overlays").resolve(overlay).toString();
    try {
      Process process =
          new ProcessBuilder("kubectl", "kustomize", directory)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String built = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      return built;
    } catch (IOException e) {
      assumeTrue(false, "kubectl is missing, which builds overlays: install it");
      throw e;
    }
  }
}
