package io.slackwater.ops.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.kafka.common.utils.AppInfoParser;

/** Faults of the versions in use that concern this job, each with the place that tells of it. */
record KnownFaults(List<Fault> faults) {
  private static final String CONNECTOR =
      "/META-INF/maven/org.apache.flink/flink-connector-kafka/pom.properties";

  /**
   * A fault as its project describes it.
   *
   * @param component {@code flink}, {@code flink-connector-kafka} or {@code kafka-clients}
   * @param from first version that has it
   * @param before first version of that series that does not; null: none yet
   * @param source where it was read
   * @param when Flink settings that must have these values for it to matter
   */
  record Fault(
      String component,
      String from,
      @Nullable String before,
      String id,
      String source,
      String what,
      @Nullable @JsonProperty("when") Map<String, String> when) {
    boolean concerns(String version, Configuration flink) {
      return compare(version, from) >= 0
          && (before == null || compare(version, before) < 0)
          && (when == null
              || when.entrySet().stream()
                  .allMatch(e -> e.getValue().equals(flink.toMap().get(e.getKey()))));
    }
  }

  static KnownFaults load() {
    try (InputStream list = KnownFaults.class.getResourceAsStream("known-faults.json")) {
      return new KnownFaults(new ObjectMapper().readValue(list, new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException("the list of known faults cannot be read", e);
    }
  }

  /** Flink's version is the cluster's; without one, that of this installation, as run uses it. */
  void check(Looked<ClusterFacts> cluster, Plan plan, Findings findings) {
    String flink =
        cluster.isSeen() ? cluster.value().version() : EnvironmentInformation.getVersion();
    Map<String, String> versions =
        Map.of(
            "flink", flink,
            "flink-connector-kafka", connector(),
            "kafka-clients", AppInfoParser.getVersion());
    for (Fault fault : faults) {
      String version = versions.get(fault.component());
      if (fault.concerns(version, plan.flink())) {
        findings.add(
            fault.before() == null ? FlinkFinding.KNOWN_FAULT_OPEN : FlinkFinding.KNOWN_FAULT,
            "%s %s: %s: %s%s (%s)"
                .formatted(
                    fault.component(),
                    version,
                    fault.id(),
                    fault.what(),
                    fault.before() == null ? "" : "; fixed in " + fault.before(),
                    fault.source()));
      }
    }
  }

  private static String connector() {
    Properties properties = new Properties();
    try (InputStream pom = KnownFaults.class.getResourceAsStream(CONNECTOR)) {
      if (pom != null) {
        properties.load(pom);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the connector's version cannot be read", e);
    }
    return properties.getProperty("version", "0");
  }

  /** By their numbers; what follows a hyphen is the version of something else. */
  private static int compare(String one, String other) {
    return Arrays.compare(numbers(one), numbers(other));
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("-", 2)[0].split("\\.", -1))
        .mapToInt(part -> part.matches("\\d{1,9}") ? Integer.parseInt(part) : 0)
        .toArray();
  }
}
