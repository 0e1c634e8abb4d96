package io.slackwater.ops.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.OffsetGap;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.Verdict;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TopicReader;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be known of the log while no job runs, nobody is in the group and Flink is away. */
class LogFactsIT {
  private static final long HOUR_MS = 3_600_000;
  private static int tests;
  private static EmbeddedKafka kafka;

  private final Instant now = Instant.parse("2026-06-01T12:00:00Z");
  private final String topic = "events" + tests++;
  private final TopicPartition partition = new TopicPartition(topic, 0);
  private JobConfig config;
  private Monitor monitor;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.start();
    for (String topic : List.of("events.late", "events.dead", "customer-minutes", "control")) {
      kafka.createTopic(topic, 1, Map.of());
    }
    kafka.createTopic("customers", 1, Map.of("cleanup.policy", "compact"));
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @BeforeEach
  void createEvents() throws Exception {
    kafka.createTopic(topic, 2, Map.of("retention.ms", Long.toString(3 * HOUR_MS)));
    config =
        JobConfigLoader.parse(
            "{}",
            "test",
            List.of(
                "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "events.topic=" + topic,
                "events.group-id=" + topic),
            Map.<String, String>of()::get);
    FlinkRest nobody = new FlinkRest(URI.create("http://127.0.0.1:" + FreePort.find()));
    monitor = new Monitor(config, nobody, Duration.ofSeconds(1), InstantSource.fixed(now));
  }

  @AfterEach
  void close() {
    monitor.close();
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", kafka.bootstrapServers());
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Records that are a minute apart, the last of them an hour old. */
  private void write(int records) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      for (int i = records - 1; i >= 0; i--) {
        long timestamp = now.toEpochMilli() - HOUR_MS - i * 60_000L;
        producer.send(new ProducerRecord<>(topic, 0, timestamp, null, "{}".getBytes(UTF_8))).get();
      }
    }
  }

  private void commit(long offset) throws Exception {
    try (Admin admin = kafka.admin()) {
      admin
          .alterConsumerGroupOffsets(topic, Map.of(partition, new OffsetAndMetadata(offset)))
          .all()
          .get();
    }
  }

  private void deleteBefore(long offset) throws Exception {
    try (Admin admin = kafka.admin()) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all().get();
    }
  }

  private PartitionFacts events(MonitorState state) {
    return state.partition(topic, 0);
  }

  @Test
  void lagIsAsOldAsTheOldestUnreadRecord() throws Exception {
    write(10);
    commit(4);
    MonitorState state = monitor.sample();

    // Record 4 is one of six left, the last of which is an hour old.
    assertThat(events(state).committed())
        .isEqualTo(
            new PositionFacts(
                4L,
                6L,
                HOUR_MS + 5 * 60_000,
                null,
                3 * HOUR_MS - (HOUR_MS + 5 * 60_000),
                "retention.ms"));
    assertThat(events(state).reader()).isEqualTo(PositionFacts.UNKNOWN);
    assertThat(state.partition(topic, 1).committed()).isEqualTo(PositionFacts.UNKNOWN);
    assertThat(state.flink().reached()).isFalse();
    assertThat(state.job()).isNull();
    assertThat(Verdict.of(state).findings())
        .anySatisfy(finding -> assertThat(finding.text()).startsWith("no Flink answers at http"));
  }

  @Test
  void nothingButAMarkerBehindThePositionIsNoLag() throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "input"))) {
      producer.initTransactions();
      producer.beginTransaction();
      var unused =
          producer.send(new ProducerRecord<>(topic, 0, now.toEpochMilli(), null, new byte[1]));
      producer.commitTransaction();
    }
    commit(1);
    PartitionFacts facts = events(monitor.sample());

    assertThat(facts.endOffset()).isEqualTo(2);
    assertThat(facts.committed().lagRecords()).isZero();
    assertThat(facts.committed().lagMs()).isZero();
    assertThat(facts.committed().headroomMs()).isNull();

    // And once retention has taken it away, too, nothing was lost.
    deleteBefore(2);
    assertThat(events(monitor.sample()).gaps()).isEmpty();
  }

  @Test
  void offsetsDeletedUnreadAreNamedExactlyAndOnce() throws Exception {
    write(20);
    commit(5);
    assertThat(events(monitor.sample()).gapRecords()).isZero();

    deleteBefore(12);
    monitor.sample();
    PartitionFacts facts = events(monitor.sample());
    assertThat(facts.gaps()).containsExactly(new OffsetGap(5, 11));
    assertThat(facts.gapRecords()).isEqualTo(7);

    deleteBefore(15);
    MonitorState state = monitor.sample();
    assertThat(events(state).gaps()).containsExactly(new OffsetGap(5, 14));
    assertThat(Verdict.of(state).findings())
        .anySatisfy(
            finding ->
                assertThat(finding.text())
                    .isEqualTo(
                        topic
                            + "-0 has lost offsets 5 to 14 (at most 10 records): they were deleted"
                            + " before they were read"));
  }

  @Test
  void topicThatWasCreatedAnewIsNamed() throws Exception {
    write(20);
    commit(18);
    assertThat(events(monitor.sample()).recreated()).isNull();

    try (Admin admin = kafka.admin()) {
      admin.deleteTopics(List.of(topic)).all().get();
    }
    createAgain();
    write(3);
    PartitionFacts facts = events(monitor.sample());
    // Kafka forgets what a group committed together with the topic.
    assertThat(facts.recreated()).startsWith("the topic was deleted and created anew");

    commit(18);
    facts = events(monitor.sample());
    assertThat(facts.recreated())
        .startsWith("the group committed offset 18, but the partition ends at 3");
    assertThat(facts.committed().lagRecords()).isNull();
    assertThat(facts.gaps()).isEmpty();
  }

  private void createAgain() {
    Awaitility.await()
        .ignoreExceptions()
        .until(
            () -> {
              kafka.createTopic(topic, 2, Map.of());
              return true;
            });
  }

  @Test
  void oldestOpenTransactionIsNamed() throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        producer(Map.of("transactional.id", "slackwater-results-0"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("customer-minutes", 0, null, new byte[1])).get();
      try (Monitor live =
          new Monitor(
              config,
              new FlinkRest(URI.create("http://127.0.0.1:" + FreePort.find())),
              Duration.ofSeconds(1),
              InstantSource.system())) {
        OutputFacts results = live.sample().outputs().get(0);
        assertThat(results.transactionalId()).isEqualTo("slackwater-results-0");
        assertThat(results.openTransactionMs()).isBetween(1L, 60_000L);

        producer.abortTransaction();
        assertThat(live.sample().outputs())
            .containsExactly(
                new OutputFacts("customer-minutes", "results", true, 0L, null),
                new OutputFacts("events.late", "late", true, 0L, null),
                new OutputFacts("events.dead", "dead letters", true, 0L, null));
      }
    }
  }

  @Test
  void pacedProducersAreTold() throws Exception {
    write(10);
    commit(4);
    try (ControlTopic control = new ControlTopic(config, "control")) {
      control.publish(monitor.sample());
    }
    var record = TopicReader.readAll(kafka.bootstrapServers(), "control").get(0);
    assertThat(new String(record.key(), UTF_8)).isEqualTo(topic);
    JsonNode said = new ObjectMapper().readTree(record.value());
    assertThat(said)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"group":"%s","at":"2026-06-01T12:00:00Z","validFor":"PT3S",
                     "lagSeconds":3900.0,"lagGrowthPerSecond":null,"retentionHeadroomSeconds":6900.0,
                     "partitions":[{"partition":0,"lagSeconds":3900.0,"lagGrowthPerSecond":null,
                                    "retentionHeadroomSeconds":6900.0}]}
                    """
                        .formatted(topic)));
  }

  @Test
  void goesOnWithoutTheBrokersAndSaysSo() throws Exception {
    write(10);
    commit(4);
    assertThat(monitor.sample().kafka().reached()).isTrue();
    kafka.stop();
    try {
      MonitorState state = monitor.sample();
      assertThat(state.kafka().reached()).isFalse();
      assertThat(state.kafka().lastMillis()).isEqualTo(now.toEpochMilli());
      assertThat(events(state).endOffset()).isNull();
      assertThat(events(state).committed()).isEqualTo(PositionFacts.UNKNOWN);
      assertThat(monitor.kafkaErrors()).isEqualTo(1);
      assertThat(Verdict.of(state).headline())
          .startsWith("the brokers at " + kafka.bootstrapServers() + " cannot be asked");
    } finally {
      kafka.restart();
    }
    assertThat(events(monitor.sample()).committed().lagRecords()).isEqualTo(6);
  }
}
