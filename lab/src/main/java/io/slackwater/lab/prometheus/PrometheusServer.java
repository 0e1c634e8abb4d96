package io.slackwater.lab.prometheus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * The system's Prometheus with a configuration and a database of its own, reachable from this
 * machine only. Gone with everything that it stored when closed.
 */
public final class PrometheusServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROGRAM = "prometheus";

  private final ServerProcess process;
  private final TemporaryDirectory directory;

  private PrometheusServer(ServerProcess process, TemporaryDirectory directory) {
    this.process = process;
    this.directory = directory;
  }

  /** Whether it can be started here. */
  public static boolean isInstalled() {
    return Programs.find(PROGRAM).isPresent();
  }

  /**
   * Starts one.
   *
   * @param interval between two scrapes, and between two evaluations of the rules
   * @param rules files of rules
   * @param alertmanager who is told of firing alerts; null: nobody
   * @throws IllegalStateException in one line, when it does not start
   */
  public static PrometheusServer start(
      Duration interval,
      List<Target> targets,
      List<Path> rules,
      @Nullable AlertmanagerServer alertmanager)
      throws IOException {
    Path program = Programs.require(PROGRAM, PROGRAM);
    TemporaryDirectory directory = TemporaryDirectory.create("slackwater-prometheus");
    try {
      Path config = directory.path().resolve("prometheus.yml");
      Files.writeString(config, config(interval, targets, rules, alertmanager));
      String address = "127.0.0.1:" + FreePort.find();
      List<String> command =
          List.of(
              program.toString(),
              "--config.file=" + config,
              "--storage.tsdb.path=" + directory.path().resolve("data"),
              "--web.listen-address=" + address,
              "--log.level=warn");
      URI web = URI.create("http://" + address);
      Path log = directory.path().resolve("log");
      return new PrometheusServer(ServerProcess.start(command, log, web), directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static String config(
      Duration interval,
      List<Target> targets,
      List<Path> rules,
      @Nullable AlertmanagerServer alertmanager) {
    String files =
        rules.stream()
            .map(file -> quoted(file.toAbsolutePath().normalize().toString()))
            .collect(Collectors.joining(", "));
    String managers = alertmanager == null ? "" : quoted(alertmanager.address().getAuthority());
    StringBuilder yaml =
        new StringBuilder(
            """
            global: { scrape_interval: %1$dms, scrape_timeout: %1$dms, evaluation_interval: %1$dms }
            rule_files: [%2$s]
            alerting: { alertmanagers: [{ static_configs: [{ targets: [%3$s] }] }] }
            scrape_configs:
            """
                .formatted(interval.toMillis(), files, managers));
    for (Target target : targets) {
      String addresses =
          target.addresses().stream()
              .map(PrometheusServer::quoted)
              .collect(Collectors.joining(", "));
      yaml.append(
          "  - { job_name: %s, honor_labels: true, static_configs: [{ targets: [%s] }] }\n"
              .formatted(quoted(target.job()), addresses));
    }
    return yaml.toString();
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  /** Of its web interface. */
  public URI address() {
    return process.address();
  }

  /** Alerts that are pending or firing now. */
  public List<Alert> alerts() {
    List<Alert> alerts = new ArrayList<>();
    for (JsonNode alert : data("/api/v1/alerts").path("alerts")) {
      alerts.add(Alert.of(alert, alert.path("state").asText()));
    }
    return alerts;
  }

  /**
   * The series of an expression as of now: Prometheus' own JSON, with {@code metric} and {@code
   * value} each.
   *
   * @throws IllegalStateException with Prometheus' reason, when it refuses the expression
   */
  public JsonNode query(String expression) {
    return data("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .path("result");
  }

  private JsonNode data(String path) {
    return json(process.get(path)).path("data");
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  @Override
  public void close() {
    process.close();
    directory.close();
  }
}
