package io.slackwater.ops.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.ResultTable;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.FreePort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command against a real broker, a real PostgreSQL and a real cluster's REST interface. */
class CheckIT {
  private static final Path CONFIG = Path.of("..", "config", "slackwater.yaml");
  private static final Path FLINK = Path.of("..", "config", "flink", "local.yaml");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TOPICS =
      List.of("events", "customers", "events.late", "events.dead", "customer-minutes");

  private static EmbeddedDatabase database;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startDatabase() {
    database = EmbeddedDatabase.start(Map.of("synchronous_commit", "on"));
  }

  @AfterAll
  static void stopDatabase() {
    database.close();
  }

  private int check(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new CheckCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private Set<String> found(String severity) throws Exception {
    Set<String> ids = new TreeSet<>();
    for (JsonNode finding : JSON.readTree(out.toString()).path("findings")) {
      if (finding.path("severity").asText().equals(severity)) {
        ids.add(finding.path("id").asText());
      }
    }
    return ids;
  }

  private Set<String> notChecked() throws Exception {
    Set<String> what = new TreeSet<>();
    for (JsonNode open : JSON.readTree(out.toString()).path("notChecked")) {
      what.add(open.path("what").asText());
    }
    return what;
  }

  private static void createTopics(EmbeddedKafka kafka, Set<String> missing) {
    for (String topic : TOPICS) {
      if (!missing.contains(topic)) {
        kafka.createTopic(
            topic, 4, Map.of("cleanup.policy", topic.equals("customers") ? "compact" : "delete"));
      }
    }
  }

  private static LocalFlink flink(Configuration settings) {
    Configuration open = new Configuration(settings);
    open.set(RestOptions.BIND_PORT, "0");
    return LocalFlink.start(open, 1, 3);
  }

  private static void endless(StreamExecutionEnvironment env, String operator) {
    env.fromSequence(0, Long.MAX_VALUE).name(operator).sinkTo(new DiscardingSink<>());
  }

  /** With Kafka's own defaults, and topics as the page says. */
  @Test
  void theShippedConfigurationHasNothingToChange() throws Exception {
    String table = "results.jdbc.table=shipped";
    String url = "results.jdbc.url=" + database.jdbcUrl();
    String user = "results.jdbc.user=" + database.user();
    Ddl.createIfMissing(ResultTable.sink(JobConfigLoader.load(CONFIG, List.of(url, user, table))));
    try (EmbeddedKafka kafka = EmbeddedKafka.start(Map.of("log.retention.ms", "604800000"));
        LocalFlink flink = flink(FlinkSettings.load(FLINK))) {
      createTopics(kafka, Set.of());
      var id = flink.submit(env -> endless(env, "Customer minutes"), 1, null);
      flink.cancel(id);
      int status =
          check(
              "--json",
              "--config",
              CONFIG.toString(),
              "--flink",
              FLINK.toString(),
              "--rest",
              flink.webAddress(),
              "--parallelism",
              "2",
              "--state-size",
              "100mb",
              "--set",
              "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
              "--set",
              url,
              "--set",
              user,
              "--set",
              table);

      assertThat(found("error")).as(out.toString()).isEmpty();
      assertThat(found("warning")).as(out.toString()).isEmpty();
      assertThat(found("note"))
          .containsExactlyInAnyOrder(
              "single-broker", "transaction-timeout-bounds-outage", "known-fault-open");
      assertThat(notChecked())
          .containsExactlyInAnyOrder(
              "time to catch up after an outage",
              "clock of Flink",
              "savepoint: uids, max parallelism, serializers",
              "customers.ttl against the savepoint");
      assertThat(status).isZero();
    }
  }

  /** Each fault is planted in the system itself; what is found was gathered from there. */
  @Test
  void plantedFaultsAreFoundInTheSystemsThemselves() throws Exception {
    Path settings = directory.resolve("flink.yaml");
    Path file = Files.createFile(directory.resolve("no-directory"));
    Files.writeString(
        settings,
        """
        execution.checkpointing.interval: 10s
        execution.checkpointing.timeout: 30m
        execution.checkpointing.dir: %s
        execution.checkpointing.unaligned.forced: true
        restart-strategy.type: none
        state.backend.type: hashmap
        """
            .formatted(file.resolve("checkpoints").toUri()));
    try (EmbeddedKafka kafka = brokerWithFaults();
        LocalFlink flink = flink(FlinkSettings.load(FLINK));
        KafkaConsumer<byte[], byte[]> stranger = joined(kafka);
        KafkaProducer<byte[], byte[]> first = inTransaction(kafka, "slackwater-dead-0-0");
        KafkaProducer<byte[], byte[]> second = inTransaction(kafka, "slackwater-dead-eu-0-0")) {
      tablesWithFaults("planted");
      for (String name : List.of("slackwater", "slackwater", "slackwater-test")) {
        flink.submit(env -> named(env, name), 1, null);
      }
      assertThat(List.of(stranger, first, second)).doesNotContainNull();

      int status =
          check(
              "--json",
              "--config",
              CONFIG.toString(),
              "--flink",
              settings.toString(),
              "--rest",
              flink.webAddress(),
              "--parallelism",
              "2",
              "--capacity",
              "1",
              "--set",
              "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
              "--set",
              "results.jdbc.url=" + database.jdbcUrl(),
              "--set",
              "results.jdbc.user=clerk",
              "--set",
              "results.jdbc.table=planted",
              "--set",
              "watermarks.idleness=off");

      assertThat(found("error"))
          .as(out.toString())
          .containsExactlyInAnyOrder(
              "topic-missing",
              "events-retention-time-short",
              "events-retention-bytes-short",
              "events-lost-unread",
              "catch-up-impossible",
              "group-in-use",
              "customers-not-kept",
              "output-compacted",
              "output-timestamps-refused",
              "min-insync-replicas-impossible",
              "transaction-timeout-above-broker",
              "transactional-prefix-overlaps",
              "settings-refused",
              "state-backend-not-rocksdb",
              "directory-not-writable",
              "unaligned-forced",
              "job-name-twice",
              "table-missing",
              "column-missing",
              "column-differs",
              "column-unfilled",
              "key-differs",
              "privilege-missing");
      assertThat(found("warning"))
          .as(out.toString())
          .containsExactlyInAnyOrder(
              "partitions-uneven",
              "events-from-the-future",
              "results-retention-short",
              "set-aside-records-cut",
              "transactional-ids-expire-early",
              "settings-differ",
              "savepoint-dir-missing",
              "checkpoints-lost-on-cancel",
              "restarts-end",
              "idleness-off",
              "another-slackwater",
              "check-missing",
              "commits-not-durable",
              "connections-few");
      assertThat(status).isEqualTo(1);
    }
  }

  private static void named(StreamExecutionEnvironment env, String name) {
    env.configure(new Configuration().set(PipelineOptions.NAME, name));
    endless(env, "Customer minutes");
  }

  private static EmbeddedKafka brokerWithFaults() throws Exception {
    EmbeddedKafka kafka =
        EmbeddedKafka.start(
            Map.of(
                "log.retention.ms", "3600000",
                "transaction.max.timeout.ms", "600000",
                "transactional.id.expiration.ms", "3600000"));
    kafka.createTopic("events", 3, Map.of("retention.bytes", "1000"));
    kafka.createTopic("customers", 4, Map.of());
    kafka.createTopic("events.dead", 4, Map.of("max.message.bytes", "100000"));
    kafka.createTopic(
        "customer-minutes",
        4,
        Map.of(
            "cleanup.policy", "compact",
            "min.insync.replicas", "2",
            "message.timestamp.before.max.ms", "1000"));
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka, Map.of())) {
      long now = System.currentTimeMillis();
      for (int i = 0; i < 9_000; i++) {
        var unused = producer.send(new ProducerRecord<>("events", i % 3, now, null, new byte[100]));
      }
      producer.send(new ProducerRecord<>("events", 1, now + 1_800_000, null, new byte[100])).get();
    }
    TopicPartition partition = new TopicPartition("events", 0);
    try (Admin admin = kafka.admin()) {
      admin
          .alterConsumerGroupOffsets("slackwater", Map.of(partition, new OffsetAndMetadata(5)))
          .all()
          .get();
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(10))).all().get();
    }
    return kafka;
  }

  private static KafkaProducer<byte[], byte[]> producer(
      EmbeddedKafka kafka, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static KafkaProducer<byte[], byte[]> inTransaction(EmbeddedKafka kafka, String id)
      throws Exception {
    KafkaProducer<byte[], byte[]> producer =
        producer(kafka, Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id));
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>("events.dead", new byte[1])).get();
    return producer;
  }

  /** Somebody else in the job's group. */
  private static KafkaConsumer<byte[], byte[]> joined(EmbeddedKafka kafka) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG, "slackwater",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of("customers"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              consumer.poll(Duration.ofMillis(100));
              return !consumer.assignment().isEmpty();
            });
    return consumer;
  }

  private static void tablesWithFaults(String table) throws Exception {
    Ddl.createIfMissing(
        ResultTable.sink(
            JobConfigLoader.load(
                CONFIG,
                List.of(
                    "results.jdbc.url=" + database.jdbcUrl(),
                    "results.jdbc.user=" + database.user(),
                    "results.jdbc.table=" + table))));
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement sql = connection.createStatement()) {
      for (String fault :
          List.of(
              "DROP TABLE planted_ledger",
              "ALTER TABLE planted DROP COLUMN region",
              "ALTER TABLE planted ALTER COLUMN revenue TYPE numeric(38,3)",
              "ALTER TABLE planted ADD COLUMN tenant text NOT NULL",
              "ALTER TABLE planted DROP CONSTRAINT planted_pkey",
              "ALTER TABLE planted DROP CONSTRAINT planted_customer_id_check",
              "CREATE ROLE clerk LOGIN CONNECTION LIMIT 3",
              "ALTER ROLE clerk SET synchronous_commit = off",
              "GRANT ALL ON ALL TABLES IN SCHEMA public TO clerk",
              "REVOKE UPDATE ON planted_owner FROM clerk")) {
        sql.execute(fault);
      }
    }
  }

  /** A broker that asks for passwords and rights. */
  @Test
  void whatCannotBeLookedAtIsSaidWithoutSecrets() throws Exception {
    String module = "org.apache.kafka.common.security.plain.PlainLoginModule required";
    Map<String, String> secured =
        Map.of(
            "listener.security.protocol.map", "BROKER:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "sasl.enabled.mechanisms", "PLAIN",
            "sasl.mechanism.inter.broker.protocol", "PLAIN",
            "listener.name.broker.plain.sasl.jaas.config",
                module
                    + " username=\"admin\" password=\"open-sesame\" user_admin=\"open-sesame\""
                    + " user_guest=\"let-me-in\";",
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users", "User:admin;User:ANONYMOUS");
    int closed = FreePort.find();
    try (EmbeddedKafka kafka = EmbeddedKafka.start(secured)) {
      String jaas = module + " username=\"guest\" password=\"%s\";";
      String[] arguments = {
        "--config",
        CONFIG.toString(),
        "--flink",
        FLINK.toString(),
        "--rest",
        "http://127.0.0.1:" + closed,
        "--set",
        "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
        "--set",
        "kafka.properties.security.protocol=SASL_PLAINTEXT",
        "--set",
        "kafka.properties.sasl.mechanism=PLAIN",
        "--set",
        "results.jdbc.url=jdbc:postgresql://127.0.0.1:%d/x".formatted(closed),
        "--set",
        "results.jdbc.password=swordfish",
        "--set",
        "kafka.properties.sasl.jaas.config=" + jaas.formatted("wrong-word")
      };

      assertThat(check(arguments)).isEqualTo(1);
      assertThat(out.toString())
          .contains("error broker-unreachable: at " + kafka.bootstrapServers() + ": Auth")
          .contains("error database-unreachable: ")
          .contains("error cluster-unreachable: no Flink answers at http://127.0.0.1:" + closed)
          .doesNotContain("wrong-word", "swordfish", "\tat ");

      arguments[arguments.length - 1] =
          "kafka.properties.sasl.jaas.config=" + jaas.formatted("let-me-in");
      assertThat(check(arguments)).isEqualTo(1);
      assertThat(out.toString())
          .doesNotContain("broker-unreachable", "let-me-in")
          .contains(
              "not checked: topic events, because the user of kafka.properties has not the right")
          .contains(
              "not checked: transaction.max.timeout.ms and transactional.id.expiration.ms, because")
          .contains("not checked: consumer group, because")
          .contains("not checked: open transactions, because")
          .contains("not checked: clock of the brokers, because");
    }
  }

  @Test
  void wrongUsageIsRefused() {
    assertThat(
            check("--config", CONFIG.toString(), "--flink", FLINK.toString(), "--outage", "long"))
        .isEqualTo(2);
    assertThat(err)
        .hasToString(
            "check: --outage 'long' is no duration; allowed: such as 90s, 12h or 7d. See check --help\n");
  }
}
