package io.slackwater.lab.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.kubernetes.operator.api.FlinkDeployment;
import org.apache.flink.kubernetes.operator.api.spec.FlinkVersion;
import org.yaml.snakeyaml.Yaml;

/** The files of deploy/kubernetes as trees, and read as strictly as their owners' classes allow. */
final class Manifests {
  static final Path DIRECTORY = Path.of("..", "deploy", "kubernetes");

  /** Most of these classes are made to keep, or to ignore, what they do not know. */
  private static final class Unforgiving extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }

    @Override
    public JsonIgnoreProperties.Value findPropertyIgnoralByName(
        MapperConfig<?> config, Annotated annotated) {
      return super.findPropertyIgnoralByName(config, annotated).withoutIgnoreUnknown();
    }
  }

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .setAnnotationIntrospector(new Unforgiving())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "FlinkDeployment", FlinkDeployment.class,
          "ConfigMap", ConfigMap.class,
          "Deployment", Deployment.class,
          "Service", Service.class,
          "NetworkPolicy", NetworkPolicy.class,
          "PodDisruptionBudget", PodDisruptionBudget.class,
          "ServiceMonitor", ServiceMonitor.class,
          "PrometheusRule", PrometheusRule.class);

  private Manifests() {}

  /** All files but kustomize's own. */
  static List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(DIRECTORY)) {
      return walk.filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .filter(file -> !file.endsWith("name-reference.yaml"))
          .sorted()
          .toList();
    }
  }

  static List<ObjectNode> documents(String yaml) {
    List<ObjectNode> documents = new ArrayList<>();
    new Yaml().loadAll(yaml).forEach(document -> documents.add(STRICT.valueToTree(document)));
    return documents;
  }

  static ObjectNode one(Path file) throws IOException {
    return documents(Files.readString(file)).get(0);
  }

  /**
   * Reads a document with the class of its kind.
   *
   * @throws IOException for anything that the class does not know
   */
  static Object strictly(ObjectNode document) throws IOException {
    String kind = document.path("kind").asText();
    Class<?> type = KINDS.get(kind);
    if (type == null) {
      throw new IOException("no class for kind " + kind);
    }
    ObjectNode read = document.deepCopy();
    if (read.path("spec").has("flinkVersion")) {
      // The published classes are older than this Flink: only the newest that they know will do.
      ((ObjectNode) read.path("spec")).put("flinkVersion", FlinkVersion.current().name());
    }
    return STRICT.treeToValue(read, type);
  }
}
