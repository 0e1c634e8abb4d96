package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.lab.prometheus.AlertmanagerServer;
import io.slackwater.lab.prometheus.PrometheusServer;
import io.slackwater.ops.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The drills that need processes, disks or alerts, two to five minutes each; that each can fail is
 * as much of it as that each can pass.
 */
@Tag("long")
class HeavyDrillsIT {
  private static final Set<String> ALERTING =
      Set.of("saturated-consumer", "short-retention", "unbounded-state");

  @TempDir private Path out;

  @BeforeAll
  static void atTheRoot() {
    System.setProperty(Installation.HOME, Path.of("..").toAbsolutePath().normalize().toString());
  }

  @AfterAll
  static void away() {
    System.clearProperty(Installation.HOME);
  }

  private int drill(String name, String... more) {
    assumeTrue(
        !ALERTING.contains(name)
            || (PrometheusServer.isInstalled() && AlertmanagerServer.isInstalled()),
        "needs Prometheus and Alertmanager (Debian: apt-get install prometheus prometheus-alertmanager)");
    assumeTrue(
        !name.equals("unbounded-state") || System.getProperty("user.name").equals("root"),
        "needs root, to mount a small disk");
    List<String> arguments = new ArrayList<>(List.of(name, "--out", out.toString()));
    arguments.addAll(List.of(more));
    return UserCommand.run(new DrillCommand(), arguments).status();
  }

  private List<String> unfulfilled(String name) throws Exception {
    JsonNode report =
        new ObjectMapper().readTree(out.resolve(name).resolve("report.json").toFile());
    assertThat(report.path("failure").asText()).isEmpty();
    List<String> unfulfilled = new ArrayList<>();
    for (JsonNode check : report.path("checks")) {
      if (!check.path("holds").asBoolean()) {
        unfulfilled.add(check.path("what").asText());
      }
    }
    return unfulfilled;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "killed-taskmanager",
        "unbounded-state",
        "big-savepoint",
        "rescale",
        "saturated-consumer",
        "short-retention"
      })
  void theOutcomeIsTheExpectedOne(String name) throws Exception {
    int status = drill(name);

    assertThat(unfulfilled(name)).isEmpty();
    assertThat(status).isZero();
  }

  @Test
  void withoutPacingTheLagGoesOnGrowing() throws Exception {
    assertThat(drill("saturated-consumer", "--without-safeguard")).isEqualTo(1);
    assertThat(unfulfilled("saturated-consumer"))
        .containsExactly("records by which the lag grew within 25 s, callers slowed");
  }

  @Test
  void withoutAMonitorNobodyIsWarnedAndNobodyKnowsWhatIsGone() throws Exception {
    assertThat(drill("short-retention", "--without-safeguard")).isEqualTo(1);
    assertThat(unfulfilled("short-retention"))
        .containsExactly(
            "SlackwaterRetentionHeadroomLow before the first loss",
            "the gaps that the monitor names",
            "SlackwaterRecordsLost at Alertmanager");
  }

  @Test
  void withoutCheckpointsThereIsNothingToGoBackTo() throws Exception {
    assertThat(drill("killed-taskmanager", "--without-safeguard")).isEqualTo(1);
    assertThat(unfulfilled("killed-taskmanager"))
        .containsExactly("results that have become visible", "completed checkpoints to go back to");
  }

  @Test
  void withFewKeyGroupsThereAreNotSixteenSubtasks() throws Exception {
    assertThat(drill("rescale", "--without-safeguard")).isEqualTo(1);
    assertThat(unfulfilled("rescale")).contains("subtasks after the first rescale");
  }

  @Test
  void withoutATtlTheOtherDiskFillsToo() throws Exception {
    assertThat(drill("unbounded-state", "--without-safeguard")).isEqualTo(1);
    assertThat(unfulfilled("unbounded-state"))
        .contains("most disk in use with TTL until the end, MB");
  }
}
