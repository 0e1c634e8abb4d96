package io.slackwater.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Prometheus and Alertmanager themselves say about our files. */
class PrometheusRulesTest {
  private static final Path DEPLOY = Path.of("..", "deploy");

  @Test
  void rulesAreValidAndWithoutDoubles() throws Exception {
    succeeds("promtool", rules("rules"), "check", "rules", "--lint=all", "--lint-fatal");
  }

  @Test
  void alertsFireWhenTheyShouldAndAreSilentWhenTheyShould() throws Exception {
    succeeds("promtool", rules("tests"), "test", "rules");
  }

  @Test
  void theExampleConfigurationOfPrometheusIsValid() throws Exception {
    succeeds("promtool", List.of("prometheus/prometheus.yml"), "check", "config");
  }

  @Test
  void theExampleRoutesOfAlertmanagerAreValid() throws Exception {
    succeeds("amtool", List.of("alertmanager/alertmanager.yml"), "check-config");
  }

  @Test
  void alertsReachThoseWhoAreToBeWoken() throws Exception {
    String routes = "--config.file=alertmanager/alertmanager.yml";
    assertThat(output("amtool", "config", "routes", "test", routes, "severity=page"))
        .endsWith("\non-call\n");
    assertThat(output("amtool", "config", "routes", "test", routes, "severity=ticket"))
        .endsWith("\ntickets\n");
  }

  private static List<String> rules(String directory) throws Exception {
    try (Stream<Path> files = Files.list(DEPLOY.resolve("prometheus").resolve(directory))) {
      return files
          .filter(file -> file.toString().endsWith(".yml"))
          .map(file -> DEPLOY.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static void succeeds(String program, List<String> files, String... arguments)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(files);
    assertThat(output(program, all.toArray(String[]::new))).doesNotContain("FAILED");
  }

  private static String output(String program, String... arguments) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program))),
        program + " is not installed (Debian: apt-get install prometheus prometheus-alertmanager)");
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(DEPLOY.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
