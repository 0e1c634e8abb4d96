package io.slackwater.ops.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * The running job with both sinks, and savepoints of it in both formats, taken after it has read
 * everything and before any result was committed: two minutes have closed, 14:02 is open.
 */
final class TakenSavepoints implements AutoCloseable {
  static final int PARALLELISM = 2;
  static final int PUBLISHED = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final TemporaryDirectory directory;
  private final EmbeddedKafka kafka;
  private final EmbeddedDatabase database;
  private final LocalFlink flink;
  private final Path configFile;
  private final JobConfig config;
  private final String nativeSavepoint;
  private final String canonicalSavepoint;

  /**
   * Runs the job and takes them.
   *
   * @param others how many customers there are beside the four, all with a profile of 13:00
   */
  TakenSavepoints(int others) throws Exception {
    directory = TemporaryDirectory.create("slackwater-savepoints");
    kafka = EmbeddedKafka.start();
    database = EmbeddedDatabase.start();
    configFile = Files.writeString(directory.path().resolve("slackwater.yaml"), yaml());
    config = JobConfigLoader.load(configFile, List.of());
    createTopics();
    Ddl.createIfMissing(ResultTable.sink(config));
    flink = LocalFlink.start(flinkSettings(), 1, PARALLELISM);
    JobID job = flink.submit(this::define, PARALLELISM, null);
    // The first comes at once. Without it nobody knows what is committed and what is not.
    Awaitility.await("a checkpoint of nothing")
        .atMost(PATIENCE)
        .until(() -> isAlive(job) && checkpoints(job) == 1);
    send(others);
    Awaitility.await("windows are published")
        .atMost(PATIENCE)
        .until(() -> isAlive(job) && uncommittedResults() == PUBLISHED);
    nativeSavepoint = flink.savepoint(job, place("native"), SavepointFormatType.NATIVE);
    canonicalSavepoint =
        flink.stopWithSavepoint(job, place("canonical"), SavepointFormatType.CANONICAL);
  }

  Path configFile() {
    return configFile;
  }

  JobConfig config() {
    return config;
  }

  String of(SavepointFormatType format) {
    return format == SavepointFormatType.NATIVE ? nativeSavepoint : canonicalSavepoint;
  }

  private String place(String name) {
    return directory.path().resolve(name).toUri().toString();
  }

  private String yaml() {
    return """
        job: { max-parallelism: 16 }
        kafka: { bootstrap-servers: "%s" }
        events: { fields: { id: /eventId } }
        watermarks: { idleness: off }
        customers: { ttl-refresh: on-activity }
        results:
          kafka: { topic: customer-minutes, transaction-timeout: 15m }
          jdbc: { url: "%s", user: %s, password: none, table: customer_minutes }
        """
        .formatted(kafka.bootstrapServers(), database.jdbcUrl(), database.user());
  }

  /** No checkpoint of its own accord: what is prepared in a savepoint is all that there is. */
  private Configuration flinkSettings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("pipeline.generic-types", "false");
    settings.put("pipeline.object-reuse", "true");
    settings.put("state.backend.type", "rocksdb");
    settings.put("execution.checkpointing.interval", "1h");
    settings.put("execution.checkpointing.incremental", "true");
    settings.put("execution.checkpointing.data-inline-threshold", "0b");
    settings.put("execution.checkpointing.dir", place("checkpoints"));
    settings.put("restart-strategy.type", "none");
    settings.put("rest.bind-port", "0");
    settings.put("taskmanager.memory.managed.size", "96mb");
    return Configuration.fromMap(settings);
  }

  private void define(StreamExecutionEnvironment env) {
    new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()))
        .define(env);
  }

  private void createTopics() {
    kafka.createTopic("events", 2, Map.of());
    kafka.createTopic("customers", 2, Map.of());
    for (String written : List.of("events.late", "events.dead", "customer-minutes")) {
      kafka.createTopic(written, 1, Map.of());
    }
  }

  private long checkpoints(JobID job) {
    return flink
        .execution(job)
        .getCheckpointStatsSnapshot()
        .getCounts()
        .getNumberOfCompletedCheckpoints();
  }

  /** Fails with the job's own reason if it has ended. */
  private boolean isAlive(JobID job) throws Exception {
    if (flink.status(job).isGloballyTerminalState()) {
      flink.result(job).get().toJobExecutionResult(getClass().getClassLoader());
    }
    return true;
  }

  private long uncommittedResults() throws Exception {
    TopicPartition results = new TopicPartition("customer-minutes", 0);
    try (Admin admin = kafka.admin()) {
      return admin
          .listOffsets(Map.of(results, OffsetSpec.latest()))
          .partitionResult(results)
          .get()
          .offset();
    }
  }

  private void send(int others) {
    Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int other = 0; other < others; other++) {
        profile(producer, other % 2, "other-" + other, "13:00:00", "bronze");
      }
      profile(producer, 0, "c-1", "13:00:00", "gold");
      profile(producer, 1, "c-2", "13:00:00", "gold");
      profile(producer, 0, "c-3", "13:00:00", "bronze");
      profile(producer, 1, "c-2", "14:00:30", null);
      profile(producer, 0, "c-1", "14:03:30", "silver");
      profile(producer, 1, "c-9", "14:02:10", "gold");
      events(producer, 0, "c-1", "14:00:10", "14:01:10", "14:02:01");
      events(producer, 1, "c-2", "14:00:20", "14:01:20", "14:02:02");
      events(producer, 0, "c-3", "14:02:15");
      events(producer, 1, "c-1", "14:02:20");
    }
  }

  private static void profile(
      KafkaProducer<byte[], byte[]> producer,
      int partition,
      String customer,
      String time,
      @Nullable String segment) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"%s\",\"address\":{\"region\":\"eu\"}}"
            .formatted(customer, at(time), segment);
    var unused =
        producer.send(
            new ProducerRecord<>(
                "customers",
                partition,
                at(time).toEpochMilli(),
                customer.getBytes(UTF_8),
                segment == null ? null : value.getBytes(UTF_8)));
  }

  private static void events(
      KafkaProducer<byte[], byte[]> producer, int partition, String customer, String... times) {
    for (String time : times) {
      String value =
          "{\"eventId\":\"%s-%s\",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":1.25}"
              .formatted(customer, time, customer, at(time));
      var unused =
          producer.send(
              new ProducerRecord<>(
                  "events", partition, at(time).toEpochMilli(), null, value.getBytes(UTF_8)));
    }
  }

  private static Instant at(String time) {
    return Instant.parse("2026-01-01T" + time + "Z");
  }

  @Override
  public void close() {
    flink.close();
    database.close();
    kafka.close();
    directory.close();
  }
}
