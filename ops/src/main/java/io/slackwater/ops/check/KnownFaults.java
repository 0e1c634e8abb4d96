package io.slackwater.ops.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.kafka.common.utils.AppInfoParser;

/** Faults of the versions in use that concern this job, each with the place that tells of it. */
record KnownFaults(List<Fault> faults) {
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
    Map<String, String> versions = new HashMap<>();
    versions.put("flink", flink);
    versions.put("kafka-clients", AppInfoParser.getVersion());
    connector()
        .ifPresentOrElse(
            version -> versions.put("flink-connector-kafka", version),
            () ->
                findings.notChecked(
                    "known faults of flink-connector-kafka", "its jar does not tell its version"));
    for (Fault fault : faults) {
      String version = versions.get(fault.component());
      if (version != null && fault.concerns(version, plan.flink())) {
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

  /** Empty where the jar does not tell. */
  private static Optional<String> connector() {
    return Optional.ofNullable(KafkaSink.class.getPackage().getImplementationVersion());
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
