package io.slackwater.ops.lateness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * One topic, read once by the command and then by four real jobs with four bounds: what it said is
 * what they do, partition by partition. Idleness is off, so that the log alone decides.
 */
class PredictedLateCountIT {
  private static final List<String> BOUNDS = List.of("0s", "500ms", "5s", "1m");
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 20_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static EmbeddedKafka kafka;

  @TempDir private Path directory;

  @BeforeAll
  static void recordTopic() throws Exception {
    kafka = EmbeddedKafka.start();
    record(kafka);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void partsOfTheTopicAddUpToTheWhole() throws Exception {
    JsonNode whole = measure(kafka);
    JsonNode first = measure(kafka, "--to", "2026-01-01T16:30:00Z");
    JsonNode second = measure(kafka, "--from", "2026-01-01T16:30:00Z");

    assertThat(second.get("notes").toString()).doesNotContain("not certain");
    assertThat(first.get("events").asLong()).isPositive();
    assertThat(first.get("events").asLong() + second.get("events").asLong())
        .isEqualTo(whole.get("events").asLong());
    for (String bound : BOUNDS) {
      assertThat(predicted(first, bound) + predicted(second, bound))
          .as("late under %s", bound)
          .isEqualTo(predicted(whole, bound));
    }
  }

  @Test
  void withoutAWarmUpItSaysThatTheFirstRecordsAreNotCertain() throws Exception {
    JsonNode findings = measure(kafka, "--from", "2026-01-01T16:30:00Z", "--warm-up", "0s");

    assertThat(findings.get("notes").toString())
        .contains("3 of 3 partitions (0, 1, 2): ", "not certain");
  }

  @Test
  void sampleSaysHowFarItMayBeOff() throws Exception {
    JsonNode whole = cost(measure(kafka), "5s");
    JsonNode findings = measure(kafka, "--sample", "10%", "--warm-up", "90s");
    JsonNode sample = cost(findings, "5s");

    double margin = sample.get("margin").asDouble();
    double estimate = sample.get("lateShare").asDouble();
    assertThat(findings.get("spans").asInt()).isBetween(8, 24);
    assertThat(margin).isPositive();
    assertThat(whole.get("lateShare").asDouble()).isBetween(estimate - margin, estimate + margin);
    assertThat(whole.get("late").asLong()).isGreaterThan(5 * sample.get("late").asLong());
  }

  @Test
  void pageHoldsEverythingItShows() throws Exception {
    Path page = directory.resolve("lateness.html");
    JsonNode findings = measure(kafka, "--report", page.toString());

    String html = Files.readString(page);
    assertThat(html).startsWith("<!doctype html>").endsWith("</html>\n");
    assertThat(html).doesNotContain("http", "src=", "@import", "<script");
    assertThat(html)
        .contains(findings.get("recommended").get("configLine").asText())
        .containsPattern("<svg [^>]*aria-label=\"Share of late events by out-of-orderness bound\"")
        .contains("<h2>Dead letters</h2>");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void commandPredictsWhatEachJobFindsLate() throws Exception {
    JsonNode findings = measure(kafka);

    Map<String, Map<Integer, Long>> late = new TreeMap<>();
    try (LocalFlink flink = LocalFlink.start(settings(), 1, 2 * BOUNDS.size())) {
      Map<String, JobID> jobs = new HashMap<>();
      for (String bound : BOUNDS) {
        jobs.put(bound, start(flink, config(kafka, bound)));
      }
      for (String bound : BOUNDS) {
        awaitAllRead(kafka, flink, jobs.get(bound), config(kafka, bound));
        flink.stopWithSavepoint(jobs.get(bound), directory.resolve("stop").toUri().toString());
        late.put(bound, lateByPartition(kafka, config(kafka, bound)));
      }
    }

    for (String bound : BOUNDS) {
      assertThat(late.get(bound).values().stream().mapToLong(Long::longValue).sum())
          .as("late under %s", bound)
          .isPositive()
          .isEqualTo(predicted(findings, bound));
      assertThat(late.get(bound))
          .as("late by partition under %s", bound)
          .isEqualTo(predictedByPartition(kafka, bound));
    }
  }

  private static void record(EmbeddedKafka kafka) throws Exception {
    kafka.createTopic("events", PARTITIONS, Map.of());
    kafka.createTopic("customers", 1, Map.of());
    for (String bound : BOUNDS) {
      for (String topic : List.of("late", "dead", "results")) {
        kafka.createTopic(topic + "-" + bound, 1, Map.of());
      }
    }
    ModelConfig model = ModelConfig.shipped().withTimes(10_000, 2_000, 60_000);
    List<LogRecord> log =
        LogGenerator.generate(
            model, TrafficShape.rough(75_000), LogShape.small(PARTITIONS, 1, RECORDS), 7);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (LogRecord r : log) {
        var unused =
            producer.send(
                new ProducerRecord<>(
                    r.position().topic(),
                    r.position().partition(),
                    r.timestampMs(),
                    r.key(),
                    r.value(),
                    r.headers()));
      }
      producer.flush();
    }
  }

  private static List<String> overrides(EmbeddedKafka kafka, String bound) {
    return List.of(
        "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
        "job.name=" + bound,
        "job.max-parallelism=8",
        "events.group-id=group-" + bound,
        "events.fields.id=/eventId",
        "watermarks.out-of-orderness=" + bound,
        "watermarks.allow-zero-out-of-orderness=true",
        "watermarks.idleness=off",
        "window.size=10s",
        "late.topic=late-" + bound,
        "dead-letters.topic=dead-" + bound,
        "results.kafka.topic=results-" + bound,
        "results.kafka.transactional-id-prefix=tx-" + bound);
  }

  private static JobConfig config(EmbeddedKafka kafka, String bound) {
    return JobConfigLoader.parse("{}", "test", overrides(kafka, bound), name -> null);
  }

  private Configuration settings() {
    return Configuration.fromMap(
        Map.of(
            "pipeline.generic-types", "false",
            "pipeline.object-reuse", "true",
            "state.backend.type", "rocksdb",
            "execution.checkpointing.interval", "500ms",
            "execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString(),
            "io.tmp.dirs", directory.resolve("flink").toString(),
            "rest.bind-port", "0",
            "restart-strategy.type", "none"));
  }

  private static JobID start(LocalFlink flink, JobConfig config) {
    SlackwaterJob job =
        new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()));
    return flink.submit(job::define, 2, null);
  }

  private static void awaitAllRead(
      EmbeddedKafka kafka, LocalFlink flink, JobID job, JobConfig config) {
    try (Admin admin = kafka.admin()) {
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        latest.put(new TopicPartition("events", partition), OffsetSpec.latest());
      }
      Awaitility.await("all events are read and a checkpoint says so")
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(flink.status(job)).isNotEqualTo(JobStatus.FAILED);
                Map<TopicPartition, OffsetAndMetadata> committed =
                    admin
                        .listConsumerGroupOffsets(config.events().groupId())
                        .partitionsToOffsetAndMetadata()
                        .get();
                return admin.listOffsets(latest).all().get().entrySet().stream()
                    .allMatch(
                        end ->
                            committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset() == end.getValue().offset());
              });
    }
  }

  private static Map<Integer, Long> lateByPartition(EmbeddedKafka kafka, JobConfig config) {
    Map<Integer, Long> late = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        TopicReader.readAll(kafka.bootstrapServers(), config.late().topic())) {
      assertThat(header(record, "slackwater.cause")).isEqualTo("late");
      late.merge(Integer.parseInt(header(record, "slackwater.partition")), 1L, Long::sum);
    }
    return late;
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  private static JsonNode measure(EmbeddedKafka kafka, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--config", "../config/slackwater.yaml"));
    overrides(kafka, "5s").forEach(set -> arguments.addAll(List.of("--set", set)));
    arguments.addAll(List.of("--json", "--bounds", String.join(",", BOUNDS)));
    arguments.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new LatenessCommand())
            .setExecutionExceptionHandler(new CommandErrors())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    assertThat(status).as("far more than 0.01 % are late: %s", err).isEqualTo(1);
    return JSON.readTree(out.toString());
  }

  private static long predicted(JsonNode findings, String bound) {
    return cost(findings, bound).get("late").asLong();
  }

  private static JsonNode cost(JsonNode findings, String bound) {
    long ms = new DurationConverter().convert(bound).toMillis();
    for (JsonNode cost : findings.get("bounds")) {
      if (cost.get("boundMs").asLong() == ms) {
        return cost;
      }
    }
    throw new AssertionError("no bound of " + bound + " in " + findings);
  }

  private static Map<Integer, Long> predictedByPartition(EmbeddedKafka kafka, String bound)
      throws Exception {
    Map<Integer, Long> late = new TreeMap<>();
    for (JsonNode partition :
        measure(kafka, "--set", "watermarks.out-of-orderness=" + bound).get("partitions")) {
      late.put(partition.get("partition").asInt(), partition.get("late").asLong());
    }
    return late;
  }
}
