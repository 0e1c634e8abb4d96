package io.slackwater.ops.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker, a Flink and the job on it, all real, with one subtask for each events partition. */
final class WatchedJob implements AutoCloseable {
  private static final String CLIENT = "watched";

  private final EmbeddedKafka kafka;
  private final TemporaryDirectory checkpoints;
  private final LocalFlink flink;
  private final JobConfig config;
  private final JobID id;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicInteger sent = new AtomicInteger();

  private WatchedJob(
      EmbeddedKafka kafka,
      TemporaryDirectory checkpoints,
      LocalFlink flink,
      JobConfig config,
      JobID id) {
    this.kafka = kafka;
    this.checkpoints = checkpoints;
    this.flink = flink;
    this.config = config;
    this.id = id;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Starts everything. */
  static WatchedJob start(int partitions, String... overrides) throws IOException {
    EmbeddedKafka kafka = EmbeddedKafka.start(Map.of("quota.window.num", "2"));
    for (String topic : List.of("events.late", "events.dead", "customer-minutes")) {
      kafka.createTopic(topic, 1, Map.of());
    }
    kafka.createTopic("events", partitions, Map.of("retention.ms", "86400000"));
    kafka.createTopic("customers", 1, Map.of("cleanup.policy", "compact"));
    JobConfig config = config(kafka, overrides);
    TemporaryDirectory checkpoints = TemporaryDirectory.create("slackwater-monitor");
    LocalFlink flink = LocalFlink.start(settings(checkpoints), 1, partitions);
    JobID id =
        flink.submit(
            env ->
                new SlackwaterJob(
                        config, Topics.describe(config), new KafkaOutputs(config, Set.of()))
                    .define(env),
            partitions,
            null);
    return new WatchedJob(kafka, checkpoints, flink, config, id);
  }

  private static JobConfig config(EmbeddedKafka kafka, String... overrides) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "kafka.properties.client.id=" + CLIENT,
                "kafka.properties.buffer.memory=32768",
                "events.max-future-skew=1h"));
    all.addAll(List.of(overrides));
    return JobConfigLoader.parse("{}", "test", all, Map.<String, String>of()::get);
  }

  private static Configuration settings(TemporaryDirectory checkpoints) {
    return Configuration.fromMap(
        Map.of(
            "rest.bind-port", "0",
            "metrics.fetcher.update-interval", "500",
            "pipeline.name", "slackwater",
            "pipeline.object-reuse", "true",
            "execution.checkpointing.interval", "1s",
            "execution.checkpointing.dir", checkpoints.path().toUri().toString(),
            "restart-strategy.type", "none",
            "taskmanager.memory.segment-size", "4kb",
            "taskmanager.memory.managed.size", "64mb"));
  }

  JobConfig config() {
    return config;
  }

  FlinkRest rest() {
    return new FlinkRest(URI.create(flink.webAddress()));
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  void cancel() {
    flink.cancel(id);
  }

  /** An event whose record is written now, however old it says it is. */
  void event(int partition, Instant time) {
    event(partition, time, 0);
  }

  void event(int partition, Instant time, int padding) {
    String value =
        "{\"customerId\":\"c-%d\",\"occurredAt\":\"%s\",\"amount\":1.25,\"padding\":\"%s\"}"
            .formatted(sent.incrementAndGet() % 50, time, "x".repeat(padding));
    var unused =
        producer.send(new ProducerRecord<>("events", partition, null, value.getBytes(UTF_8)));
  }

  void flush() {
    producer.flush();
  }

  /**
   * Lets the job's producers together write so many bytes per second.
   *
   * @param bytesPerSecond null: as many as they can
   */
  void throttleOutputs(@Nullable Double bytesPerSecond) throws Exception {
    ClientQuotaEntity client = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, CLIENT));
    ClientQuotaAlteration quota =
        new ClientQuotaAlteration(
            client, List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond)));
    try (Admin admin = kafka.admin()) {
      admin.alterClientQuotas(List.of(quota)).all().get();
    }
  }

  @Override
  public void close() {
    producer.close();
    flink.close();
    kafka.close();
    checkpoints.close();
  }
}
