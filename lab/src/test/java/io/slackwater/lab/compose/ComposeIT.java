package io.slackwater.lab.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The whole system in containers, in the order in which somebody would try it: {@code mvn verify
 * -Plong,images -Dit.test=ComposeIT}. Needs a container engine, and the ports of
 * docker-compose.yml.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ComposeIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String PROMETHEUS = "http://127.0.0.1:9090/api/v1/";
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Compose compose;

  @BeforeAll
  static void start() throws Exception {
    String missing = Compose.missing();
    assumeTrue(missing.isEmpty(), missing);
    compose = Compose.up();
  }

  @AfterAll
  static void stop() throws Exception {
    if (compose != null) {
      compose.close();
    }
  }

  private static JsonNode get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return JSON.readTree(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private static String job() throws Exception {
    return "http://127.0.0.1:8081/jobs/"
        + get("http://127.0.0.1:8081/jobs").path("jobs").path(0).path("id").asText();
  }

  private static long rows() throws Exception {
    return Long.parseLong(
        compose.inside(
            "database",
            "psql",
            "-U",
            "slackwater",
            "-tA",
            "-c",
            "SELECT count(*) FROM customer_minutes"));
  }

  private static void awaitMoreRows() throws Exception {
    long before = rows();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(rows()).isGreaterThan(before));
  }

  private static void awaitRunning(long restarts) {
    await()
        .atMost(PATIENCE)
        // While it starts, nobody answers.
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              assertThat(get(job()).path("state").asText()).isEqualTo("RUNNING");
              assertThat(get(job() + "/checkpoints").path("counts").path("restored").asLong())
                  .isGreaterThanOrEqualTo(restarts);
            });
  }

  /** One of them may have no task to lose. */
  private static String busyTaskManager() throws Exception {
    JsonNode all = get("http://127.0.0.1:8081/taskmanagers").path("taskmanagers");
    for (String container : compose.containers("taskmanager")) {
      String address =
          Compose.docker(
                  "inspect",
                  "-f",
                  "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
                  container)
              .text()
              .strip();
      for (JsonNode taskManager : all) {
        if (taskManager.path("path").asText().contains("@" + address + ":")
            && taskManager.path("freeSlots").asInt() < taskManager.path("slotsNumber").asInt()) {
          return container;
        }
      }
    }
    throw new AssertionError("no task manager has a task: " + all);
  }

  @Test
  @Order(1)
  void everythingBecomesHealthyAndResultsFlow() throws Exception {
    for (String service : List.of("kafka", "database", "jobmanager", "taskmanager", "monitor")) {
      for (String container : compose.containers(service)) {
        await(service)
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(
                            Compose.docker("inspect", "-f", "{{.State.Health.Status}}", container)
                                .text()
                                .strip())
                        .isEqualTo("healthy"));
      }
    }
    awaitMoreRows();
    String offsets =
        compose.inside(
            "kafka",
            "/opt/kafka/bin/kafka-get-offsets.sh",
            "--bootstrap-server",
            "kafka:9093",
            "--topic",
            "customer-minutes");
    assertThat(offsets.lines().mapToLong(line -> Long.parseLong(line.split(":", -1)[2])).sum())
        .isPositive();
  }

  @Test
  @Order(2)
  void everyTargetIsUpAndNoRuleFails() throws Exception {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Map<String, Integer> up = new HashMap<>();
              for (JsonNode target : get(PROMETHEUS + "targets").at("/data/activeTargets")) {
                assertThat(target.path("health").asText()).as(target.toString()).isEqualTo("up");
                up.merge(target.at("/labels/job").asText(), 1, Integer::sum);
              }
              assertThat(up)
                  .isEqualTo(
                      Map.of(
                          "flink-jobmanager", 1, "flink-taskmanager", 3, "slackwater-monitor", 1));
            });
    List<String> failed = new ArrayList<>();
    int rules = 0;
    for (JsonNode group : get(PROMETHEUS + "rules").at("/data/groups")) {
      for (JsonNode rule : group.path("rules")) {
        rules++;
        if (rule.path("health").asText().equals("err")) {
          failed.add(rule.path("name").asText() + ": " + rule.path("lastError").asText());
        }
      }
    }
    assertThat(rules).isGreaterThan(40);
    assertThat(failed).isEmpty();
  }

  @Test
  @Order(3)
  void aKilledTaskManagerCostsNoRecord() throws Exception {
    assertThat(Compose.docker("kill", busyTaskManager()).status()).isZero();
    awaitRunning(1);
    awaitMoreRows();

    Compose.Ran proof = compose.tell("run", "--rm", "proof", "4");
    assertThat(proof.status()).as(proof.text()).isZero();
    assertThat(proof.text().lines().filter(line -> line.matches(" +0 +nowhere to be found")))
        .as(proof.text())
        .hasSize(2);
  }

  /** Nobody but the checkpoints remembers the job then. */
  @Test
  @Order(4)
  void aJobManagerThatStartsAgainGoesOnFromTheLastCheckpoint() throws Exception {
    compose.must("restart", "jobmanager");
    awaitRunning(1);
    assertThat(compose.must("logs", "jobmanager")).contains("cluster: goes on from /state/");
    awaitMoreRows();

    Compose.Ran proof = compose.tell("run", "--rm", "proof", "4");
    assertThat(proof.status()).as(proof.text()).isZero();
  }
}
