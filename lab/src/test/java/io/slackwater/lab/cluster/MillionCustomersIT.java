package io.slackwater.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.recount.VerifyCommand;
import io.slackwater.ops.runbook.RescaleCommand;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.EventTraffic;
import io.slackwater.testkit.traffic.ProfileTraffic;
import io.slackwater.testkit.traffic.TrafficShape;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** 4 to 16 to 4 subtasks, with a million customers in the state, on a cluster of processes. */
@Tag("long")
class MillionCustomersIT {
  private static final int CUSTOMERS = 1_000_000;
  private static final int PARTITIONS = 12;
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final long WINDOW_MS = 5_000;
  private static final Path INSTALLATION = Path.of("..");

  @TempDir private Path home;

  @Test
  void fourToSixteenToFourLosesNothing() throws Exception {
    LabSettings settings =
        LabSettings.of(INSTALLATION, home.resolve("lab"))
            .withTaskManagers(2, 8)
            .withFlink(
                Map.of(
                    "jobmanager.scheduler", "default",
                    "taskmanager.memory.process.size", "2g",
                    "execution.checkpointing.interval", "5s",
                    "execution.checkpointing.timeout", "5m",
                    // Sixteen subtasks on few cores: slow is not dead.
                    "high-availability.zookeeper.client.session-timeout", "60s",
                    "heartbeat.timeout", "60s",
                    "state.backend.rocksdb.metrics.estimate-num-keys", "true"));
    try (LabCluster lab = LabCluster.start(settings);
        Feed feed = new Feed(lab.bootstrapServers())) {
      feed.sendProfiles();
      long from = (System.currentTimeMillis() / WINDOW_MS + 1) * WINDOW_MS;
      feed.start();
      String job = lab.submit(INSTALLATION, Map.of(), 4, null);
      awaitLoaded(lab.rest(), job);

      JsonNode up = rescale(lab, 16, "--running-jar", jar());
      JsonNode down = rescale(lab, 4);

      assertThat(up.path("outcome").asText()).isEqualTo("PROMOTED");
      assertSpread(up.path("before"), 4);
      assertSpread(up.path("after"), 16);
      assertSpread(down.path("after"), 4);

      feed.finish();
      long to = System.currentTimeMillis() / WINDOW_MS * WINDOW_MS - WINDOW_MS;
      assertThat(verified(lab, from, to)).isZero();
    }
  }

  private static String jar() throws Exception {
    try (var files = java.nio.file.Files.list(INSTALLATION.resolve("job/target"))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-cluster.jar"))
          .findFirst()
          .orElseThrow()
          .toString();
    }
  }

  private static CommandLine command(Object command) {
    return new CommandLine(command).setExecutionExceptionHandler(new CommandErrors());
  }

  private JsonNode rescale(LabCluster lab, int parallelism, String... more) throws Exception {
    Path report = home.resolve("to-" + parallelism + ".json");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--to", Integer.toString(parallelism),
                "--mode", "savepoint",
                "--watch", "10m",
                "--config", lab.jobConfigFile().toString(),
                "--rest", lab.restAddress().toString(),
                "--journal", home.resolve("journal.json").toString(),
                "--json", report.toString()));
    arguments.addAll(List.of(more));
    int status = command(new RescaleCommand()).execute(arguments.toArray(String[]::new));
    assertThat(status).isZero();
    return new ObjectMapper().readTree(report.toFile());
  }

  /** Each subtask holds its share of the state, give or take a quarter, and none is left behind. */
  private static void assertSpread(JsonNode subtasks, int parallelism) {
    List<Long> bytes = new ArrayList<>();
    subtasks.forEach(subtask -> bytes.add(subtask.path("stateBytes").asLong()));
    long all = bytes.stream().mapToLong(Long::longValue).sum();
    assertThat(all).isGreaterThan(30L * CUSTOMERS);
    assertThat(bytes)
        .hasSize(parallelism)
        .allMatch(own -> own > all / parallelism * 3 / 4 && own < all / parallelism * 5 / 4);
  }

  /** Results are published only when all customers have been read. */
  private static void awaitLoaded(FlinkRest rest, String job) {
    await("the job publishes")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () ->
                rest.job(job).orElseThrow().vertices().stream()
                    .anyMatch(
                        vertex ->
                            vertex.name().startsWith("Customer minutes")
                                && published(rest, job, vertex.id()) > 0));
  }

  private static double published(FlinkRest rest, String job, String vertex) {
    for (JsonNode metric :
        rest.get(
            "/jobs/%s/vertices/%s/subtasks/metrics?get=Customer_minutes.windowsPublished&agg=sum"
                .formatted(job, vertex))) {
      return metric.path("sum").asDouble();
    }
    return 0;
  }

  /** What the last windows hold is committed with the next checkpoint. */
  private static int verified(LabCluster lab, long from, long to) {
    int[] status = {1};
    await("verification")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(5))
        .until(
            () -> {
              status[0] =
                  command(new VerifyCommand())
                      .execute(
                          "--config", lab.jobConfigFile().toString(),
                          "--sink", "kafka",
                          "--from", Instant.ofEpochMilli(from).toString(),
                          "--to", Instant.ofEpochMilli(to).toString());
              return status[0] == 0;
            });
    return status[0];
  }

  /** A million profiles, then events of all of them, some late, doubled or dead. */
  private static final class Feed implements AutoCloseable {
    private static final long TURN_MS = 50;
    private static final int EVENTS_PER_TURN = 2;

    private final KafkaProducer<byte[], byte[]> producer;
    private final List<EventTraffic> events = new ArrayList<>();
    private final ProfileTraffic profiles;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Exception> lost = new AtomicReference<>();

    Feed(String bootstrapServers) {
      producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "20"),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      ModelConfig model = ModelConfig.shipped().withTimes(WINDOW_MS, 1_000, 60_000);
      TrafficShape shape =
          new TrafficShape(CUSTOMERS, 0, 500, 0.02, 0.02, 0.01, 0.01, 0.005, 0, 0, 0);
      for (int i = 0; i < PARTITIONS; i++) {
        events.add(new EventTraffic(shape, model, i, i));
      }
      profiles = new ProfileTraffic(TrafficShape.calm(CUSTOMERS, 0), model, 17);
    }

    void sendProfiles() {
      for (int i = 0; i < CUSTOMERS; i++) {
        var draft = profiles.next(i, System.currentTimeMillis());
        send(
            new ProducerRecord<>(
                "customers", null, draft.timestampMs(), draft.key(), draft.value()));
      }
      producer.flush();
    }

    void start() {
      var unused = timer.scheduleAtFixedRate(this::turn, 0, TURN_MS, TimeUnit.MILLISECONDS);
    }

    private void turn() {
      long now = System.currentTimeMillis();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        for (int i = 0; i < EVENTS_PER_TURN; i++) {
          var draft = events.get(partition).next(now);
          send(
              new ProducerRecord<>(
                  "events",
                  partition,
                  draft.timestampMs(),
                  draft.key(),
                  draft.value(),
                  draft.headers()));
        }
      }
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
      var unused =
          producer.send(
              record,
              (metadata, failure) -> {
                if (failure != null) {
                  lost.set(failure);
                }
              });
    }

    void finish() throws InterruptedException {
      timer.shutdown();
      assertThat(timer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      producer.flush();
      assertThat(lost.get()).isNull();
    }

    @Override
    public void close() {
      timer.shutdownNow();
      producer.close();
    }
  }
}
