package io.slackwater.lab.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus with a real Alertmanager behind it, from a number to somebody's phone. */
class PrometheusServerIT {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final Path ROUTES = DEPLOY.resolve("alertmanager").resolve("alertmanager.yml");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @BeforeAll
  static void bothAreInstalled() {
    assumeTrue(
        PrometheusServer.isInstalled() && AlertmanagerServer.isInstalled(),
        "needs Prometheus and Alertmanager (Debian: apt-get install prometheus prometheus-alertmanager)");
  }

  private static List<Path> shippedRules() {
    Path rules = DEPLOY.resolve("prometheus").resolve("rules");
    return List.of(
        rules.resolve("slackwater-recording.yml"), rules.resolve("slackwater-alerts.yml"));
  }

  /** Who is scraped, and says what he is told to. */
  private static HttpServer exporter(AtomicReference<String> metrics) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] body = metrics.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    return server;
  }

  @Test
  void lossOfRecordsReachesAlertmanager() throws Exception {
    AtomicReference<String> metrics = new AtomicReference<>("slackwater_job_up{job=\"shop\"} 1\n");
    HttpServer exporter = exporter(metrics);
    Target monitor =
        new Target("slackwater-monitor", List.of("127.0.0.1:" + exporter.getAddress().getPort()));
    try (AlertmanagerServer alertmanager = AlertmanagerServer.start(ROUTES);
        PrometheusServer prometheus =
            PrometheusServer.start(
                Duration.ofSeconds(1), List.of(monitor), shippedRules(), alertmanager)) {
      await()
          .atMost(PATIENCE)
          .until(() -> prometheus.query("slackwater_job_up{job=\"shop\"} == 1").size() == 1);
      // Before the first scrape the rules have seen a monitor that is down.
      await().atMost(PATIENCE).until(() -> prometheus.alerts().isEmpty());

      metrics.set(
          metrics.get()
              + "slackwater_partition_gap_records_total{topic=\"events\",partition=\"4\",group=\"g\"} 1200\n");
      await().atMost(PATIENCE).until(() -> alertmanager.alerts().size() == 1);

      Alert alert = alertmanager.alerts().get(0);
      assertThat(alert.name()).isEqualTo("SlackwaterRecordsLost");
      assertThat(alert.isFiring()).isTrue();
      assertThat(alert.labels())
          .containsAllEntriesOf(
              Map.of("topic", "events", "partition", "4", "group", "g", "severity", "page"));
      assertThat(alert.annotations())
          .containsEntry("runbook", "deploy/runbooks/retention-overtaking.md");
      assertThat(prometheus.alerts()).singleElement().matches(Alert::isFiring);
    } finally {
      exporter.stop(0);
    }
  }

  @Test
  void prometheusEvaluatesEveryQueryOfTheDashboard() throws Exception {
    List<String> expressions = new ArrayList<>();
    JsonNode dashboard =
        new ObjectMapper()
            .readTree(
                Files.readString(DEPLOY.resolve("grafana/dashboards").resolve("slackwater.json")));
    dashboard.path("panels").findValues("expr").forEach(expr -> expressions.add(expr.asText()));
    try (PrometheusServer prometheus =
        PrometheusServer.start(Duration.ofSeconds(1), List.of(), shippedRules(), null)) {
      for (String expression : expressions) {
        String chosen = expression.replace("$job", ".*").replace("$topic", ".*");
        assertThat(prometheus.query(chosen)).as(expression).isNotNull();
      }
      assertThatThrownBy(() -> prometheus.query("sum by (rate("))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("parse error");
    }
    assertThat(expressions).hasSizeGreaterThan(50);
  }

  @Test
  void whatPrometheusRefusesItSaysAtOnce() throws IOException {
    Path rules = Files.writeString(directory.resolve("rules.yml"), "groups: [{ name: }]\n");
    assertThatThrownBy(
            () -> PrometheusServer.start(Duration.ofSeconds(1), List.of(), List.of(rules), null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("prometheus did not start: ")
        .hasMessageNotContaining("\n");
  }
}
