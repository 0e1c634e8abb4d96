package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.lab.Main;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code slackwater run} as a process of its own, stopped as Ctrl-C does it, and run again. */
class RunAgainIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final DemoPlan PLAN = new DemoPlan(Duration.ofSeconds(40), 500, 4, 20, 3);

  @TempDir private Path home;

  private Path written(String name, String text) throws IOException {
    return Files.writeString(home.resolve(name), text);
  }

  /** The shipped settings, with checkpoints often and in a place of the test's own. */
  private Path flinkSettings() throws IOException {
    String shipped = Files.readString(Path.of("..", "config", "flink", "local.yaml"));
    return written(
        "flink.yaml",
        shipped
            .replace("checkpointing.interval: 10s", "checkpointing.interval: 1s")
            .replace("file:///tmp/slackwater", home.toUri() + "state"));
  }

  /** The demo's, without its database. */
  private Path jobConfig() throws IOException {
    try (InputStream demo = DemoSettings.class.getResourceAsStream("demo.yaml")) {
      String text = new String(demo.readAllBytes(), StandardCharsets.UTF_8);
      return written("job.yaml", text.replaceAll("(?m)^  jdbc: .*$", ""));
    }
  }

  private Process run(Path output, String bootstrapServers) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(
        List.of("-Xmx1g", "-Dslackwater.home=" + home, "-cp", classPath(), Main.class.getName()));
    command.addAll(List.of("run", "--config", jobConfig().toString()));
    command.addAll(List.of("--flink", flinkSettings().toString()));
    command.addAll(List.of("--set", "kafka.bootstrap-servers=" + bootstrapServers));
    command.addAll(List.of("--set", "results.kafka.transaction-timeout=10m"));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static void stop(Process process) throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** A clock that the test moves, so that the traffic of seconds is sent at once. */
  private static final class MovedClock extends Clock {
    private Instant now = Instant.now();

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("UTC only");
    }

    @Override
    public Instant instant() {
      return now;
    }

    void send(Traffic traffic, Duration length) {
      for (Instant end = now.plus(length); now.isBefore(end); now = now.plusMillis(20)) {
        traffic.sendWhatIsDue();
      }
    }
  }

  @Test
  void stoppedAndRunAgainItLosesNothingAndPublishesNothingTwice() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      JobConfig config =
          JobConfigLoader.load(
              jobConfig(), List.of("kafka.bootstrap-servers=" + kafka.bootstrapServers()));
      ModelConfig model = DemoSettings.model(config);
      createTopics(kafka, config);
      MovedClock clock = new MovedClock();
      try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
        Traffic traffic = new Traffic(PLAN, model, producer, clock);
        traffic.sendFirstProfiles();
        traffic.start();
        clock.send(traffic, Duration.ofSeconds(20));
        Path first = home.resolve("first.out");
        Process process = run(first, kafka.bootstrapServers());
        awaitResults(first, config);
        stop(process);

        clock.send(traffic, Duration.ofSeconds(20));
        long closed = traffic.sendClosingRecords();
        Path second = home.resolve("second.out");
        Process again = run(second, kafka.bootstrapServers());
        awaitProof(second, config, model, closed);
        stop(again);

        Proof proof = new TopicProof(config, model, closed).ofTopic();
        assertThat(proof.addsUp()).as(proof.table()).isTrue();
        assertThat(first)
            .content()
            .contains("no checkpoint in ", "running; Ctrl-C", "stopped; run it again to go on");
        assertThat(Files.readString(first)).doesNotContain("no last checkpoint");
        assertThat(second).content().contains("resumes from file:").contains("/chk-");

        Files.move(home.resolve("state"), home.resolve("lost"));
        Path third = home.resolve("third.out");
        Process refused = run(third, kafka.bootstrapServers());
        assertThat(refused.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(refused.exitValue()).isEqualTo(1);
        assertThat(third).content().contains("slackwater run: job demo has published before, but");
      }
    }
  }

  private static void awaitResults(Path output, JobConfig config) {
    await(output.toString())
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> assertThat(published(config)).as(Files.readString(output)).isNotEmpty());
  }

  private static List<?> published(JobConfig config) {
    return TopicReader.readAll(config.kafka().bootstrapServers(), config.results().kafka().topic());
  }

  private static void awaitProof(Path output, JobConfig config, ModelConfig model, long closed) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () -> {
              Proof proof = new TopicProof(config, model, closed).ofTopic();
              assertThat(proof.addsUp()).as(proof.table() + Files.readString(output)).isTrue();
            });
  }

  private static void createTopics(EmbeddedKafka kafka, JobConfig config) {
    kafka.createTopic(config.events().topic(), PLAN.partitions(), Map.of());
    Stream.of(
            config.customers().topic(),
            config.late().topic(),
            config.deadLetters().topic(),
            config.results().kafka().topic())
        .forEach(topic -> kafka.createTopic(topic, Traffic.customersPartitions(), Map.of()));
  }

  private static KafkaProducer<byte[], byte[]> producer(EmbeddedKafka kafka) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
