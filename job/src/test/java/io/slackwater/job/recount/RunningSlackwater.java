package io.slackwater.job.recount;

import static org.awaitility.Awaitility.await;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.LogRecord;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker with the job's topics, and the job run over them once. */
final class RunningSlackwater implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The log's timestamps lie in the past, which retention would not let pass. */
  private static final Map<String, String> FOR_EVER = Map.of("retention.ms", "-1");

  private final EmbeddedKafka kafka = EmbeddedKafka.start();
  private final EmbeddedDatabase database = EmbeddedDatabase.start();
  private final Path directory;

  RunningSlackwater(Path directory) {
    this.directory = directory;
    kafka.createTopic("events", 3, FOR_EVER);
    kafka.createTopic("customers", 2, Map.of("cleanup.policy", "compact"));
    for (String topic : List.of("events.late", "events.dead", "customer-minutes")) {
      kafka.createTopic(topic, 2, FOR_EVER);
    }
  }

  EmbeddedKafka kafka() {
    return kafka;
  }

  JobConfig config(String... overrides) {
    List<String> all = new ArrayList<>(List.of(overrides));
    all.add("kafka.bootstrap-servers=" + kafka.bootstrapServers());
    all.add("results.jdbc.url=" + database.jdbcUrl());
    all.add("results.jdbc.user=" + database.user());
    all.add("window.size=10s");
    all.add("watermarks.out-of-orderness=2s");
    return JobConfigLoader.load(Path.of("../config/slackwater.yaml"), all);
  }

  /** Without the restarts that the recount must not have. */
  static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return StreamExecutionEnvironment.createLocalEnvironment(2, flink);
  }

  void write(List<LogRecord> log) {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      for (LogRecord record : log) {
        send(
            producer,
            new ProducerRecord<>(
                record.position().topic(),
                record.position().partition(),
                record.timestampMs(),
                record.key(),
                record.value(),
                record.headers()));
      }
    }
  }

  /** Returns when the broker has it. */
  static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException("a record was not written", e);
    }
  }

  KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", kafka.bootstrapServers());
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Runs the job until it has read everything, and stops it with a savepoint. */
  void runJob() throws Exception {
    JobConfig config = config();
    Ddl.createIfMissing(ResultTable.sink(config));
    StreamExecutionEnvironment env = environment();
    env.enableCheckpointing(500);
    new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()))
        .define(env);
    JobClient job = env.executeAsync();
    try (Brokers brokers = Brokers.of(config)) {
      List<TopicPartition> events = brokers.partitions("events");
      Map<TopicPartition, Long> ends = brokers.ends(events);
      await().atMost(PATIENCE).until(() -> brokers.committed("slackwater", events).equals(ends));
    }
    job.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL).get();
  }

  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    return TopicReader.readAll(kafka.bootstrapServers(), topic);
  }

  /** Copies a topic without some of its records, and gives the copy's name. */
  String copyWithout(
      String topic, String copy, Predicate<ConsumerRecord<byte[], byte[]>> unwanted) {
    kafka.createTopic(copy, 2, FOR_EVER);
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      for (ConsumerRecord<byte[], byte[]> record : read(topic)) {
        if (!unwanted.test(record)) {
          send(
              producer,
              new ProducerRecord<>(
                  copy,
                  record.partition(),
                  record.timestamp(),
                  record.key(),
                  record.value(),
                  record.headers()));
        }
      }
    }
    return copy;
  }

  void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    database.close();
    kafka.close();
  }
}
