package io.slackwater.ops.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The job with both outputs, under the shipped settings, with its metrics for Prometheus. */
final class ScrapedJob implements AutoCloseable {
  static final int EVENT_PARTITIONS = 3;
  static final int CUSTOMER_PARTITIONS = 2;
  private static final int PARALLELISM = 2;

  private final EmbeddedKafka kafka;
  private final EmbeddedDatabase database;
  private final LocalFlink flink;
  private final JobID job;
  private final URI metrics;
  private final List<ProducerRecord<byte[], byte[]>> unsent = new ArrayList<>();
  private int nextId;

  private ScrapedJob(
      EmbeddedKafka kafka, EmbeddedDatabase database, LocalFlink flink, JobID job, URI metrics) {
    this.kafka = kafka;
    this.database = database;
    this.flink = flink;
    this.job = job;
    this.metrics = metrics;
  }

  static ScrapedJob start(Path directory) throws Exception {
    EmbeddedKafka kafka = EmbeddedKafka.start();
    EmbeddedDatabase database = EmbeddedDatabase.start();
    kafka.createTopic("events", EVENT_PARTITIONS, Map.of());
    kafka.createTopic("customers", CUSTOMER_PARTITIONS, Map.of());
    for (String output : List.of("events.late", "events.dead", "customer-minutes")) {
      kafka.createTopic(output, 1, Map.of());
    }
    Configuration settings = FlinkSettings.load(Path.of("..", "config", "flink", "local.yaml"));
    settings.set(RestOptions.BIND_PORT, "0");
    int port = FreePort.find();
    settings.setString("metrics.reporter.prom.port", Integer.toString(port));
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
    settings.setString("execution.checkpointing.interval", "500ms");
    settings.setString("execution.checkpointing.min-pause", "0s");
    settings.set(PipelineOptions.NAME, "slackwater");
    LocalFlink flink = LocalFlink.start(settings, 1, PARALLELISM);
    JobConfig config = config(kafka, database);
    Ddl.createIfMissing(ResultTable.sink(config));
    SlackwaterJob slackwater =
        new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()));
    JobID job = flink.submit(slackwater::define, PARALLELISM, null);
    URI metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(port));
    return new ScrapedJob(kafka, database, flink, job, metrics);
  }

  private static JobConfig config(EmbeddedKafka kafka, EmbeddedDatabase database) {
    return JobConfigLoader.parse(
        "{}",
        "test",
        List.of(
            "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "events.fields.id=/eventId",
            "watermarks.idleness=1s",
            "watermarks.alignment.interval=200ms",
            "results.kafka.topic=customer-minutes",
            "results.jdbc.url=" + database.jdbcUrl(),
            "results.jdbc.user=" + database.user(),
            "results.jdbc.table=customer_minutes"),
        Map.<String, String>of()::get);
  }

  /** An event, its Kafka timestamp being its time. */
  ScrapedJob event(int partition, String customer, String time) {
    String value =
        "{\"eventId\":\"e-%d\",\"customerId\":\"%s\",\"occurredAt\":\"%s\",\"amount\":1.25}"
            .formatted(nextId++, customer, at(time));
    return record("events", partition, null, value, at(time));
  }

  /** The last record once more. */
  ScrapedJob again() {
    unsent.add(unsent.get(unsent.size() - 1));
    return this;
  }

  ScrapedJob profile(int partition, String customer, String time) {
    String value =
        "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"gold\"}"
            .formatted(customer, at(time));
    return record("customers", partition, customer, value, at(time));
  }

  ScrapedJob record(
      String topic, int partition, @Nullable String key, String value, Instant timestamp) {
    unsent.add(
        new ProducerRecord<>(
            topic,
            partition,
            timestamp.toEpochMilli(),
            key == null ? null : key.getBytes(UTF_8),
            value.getBytes(UTF_8)));
    return this;
  }

  static Instant at(String time) {
    return Instant.parse("2026-01-01T" + time + "Z");
  }

  void send() throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      unsent.forEach(record -> sent.add(producer.send(record)));
      producer.flush();
      for (Future<?> one : sent) {
        one.get();
      }
    }
    unsent.clear();
  }

  Scrape scrape() throws IOException, InterruptedException {
    return Scrape.of(metrics);
  }

  JobStatus status() {
    return flink.status(job);
  }

  @Override
  public void close() {
    flink.close();
    database.close();
    kafka.close();
  }
}
