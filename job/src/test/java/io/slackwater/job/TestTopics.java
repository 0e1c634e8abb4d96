package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The five topics of one test, the configuration that names them, and the judge over them. */
final class TestTopics {
  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final EmbeddedKafka kafka;
  private final String prefix;
  private final int eventPartitions;
  private final int customerPartitions;

  private TestTopics(
      EmbeddedKafka kafka, String prefix, int eventPartitions, int customerPartitions) {
    this.kafka = kafka;
    this.prefix = prefix;
    this.eventPartitions = eventPartitions;
    this.customerPartitions = customerPartitions;
  }

  static TestTopics create(EmbeddedKafka kafka, int eventPartitions, int customerPartitions) {
    String prefix = "t" + TESTS.incrementAndGet() + ".";
    return create(kafka, prefix, eventPartitions, customerPartitions, Map.of());
  }

  /**
   * @param prefix of the topics' names
   * @param customersConfig the customers topic's settings
   */
  static TestTopics create(
      EmbeddedKafka kafka,
      String prefix,
      int eventPartitions,
      int customerPartitions,
      Map<String, String> customersConfig) {
    TestTopics topics = new TestTopics(kafka, prefix, eventPartitions, customerPartitions);
    kafka.createTopic(topics.events(), eventPartitions, Map.of());
    kafka.createTopic(topics.customers(), customerPartitions, customersConfig);
    kafka.createTopic(topics.late(), 2, Map.of());
    kafka.createTopic(topics.dead(), 2, Map.of());
    kafka.createTopic(topics.results(), 2, Map.of());
    return topics;
  }

  /** What the names of its topics, groups and transactions begin with. */
  String prefix() {
    return prefix;
  }

  String events() {
    return prefix + "events";
  }

  String customers() {
    return prefix + "customers";
  }

  String late() {
    return prefix + "events.late";
  }

  String dead() {
    return prefix + "events.dead";
  }

  String results() {
    return prefix + "customer-minutes";
  }

  int eventPartitions() {
    return eventPartitions;
  }

  int customerPartitions() {
    return customerPartitions;
  }

  /**
   * The shipped configuration for these topics, but with idleness off, so that the log alone
   * decides everything, and alignment in short steps.
   */
  JobConfig config(String... overrides) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "job.max-parallelism=16",
                "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "events.topic=" + events(),
                "events.group-id=" + prefix + "group",
                "events.fields.id=/eventId",
                "customers.topic=" + customers(),
                "late.topic=" + late(),
                "dead-letters.topic=" + dead(),
                "results.kafka.topic=" + results(),
                "results.kafka.transactional-id-prefix=" + prefix + "tx",
                "watermarks.idleness=off",
                "watermarks.alignment.interval=200ms"));
    all.addAll(List.of(overrides));
    return JobConfigLoader.parse("{}", "test", all, Map.<String, String>of()::get);
  }

  /** What {@link #config} means to the model. */
  ModelConfig model() {
    ModelConfig shipped = ModelConfig.shipped();
    ModelConfig.Events e = shipped.events();
    ModelConfig.Customers c = shipped.customers();
    return shipped
        .withEvents(
            new ModelConfig.Events(events(), e.customer(), e.time(), e.timeFormat(), e.id()))
        .withCustomers(
            new ModelConfig.Customers(
                customers(),
                c.customer(),
                c.time(),
                c.timeFormat(),
                c.attributes(),
                c.ttlMs(),
                c.ttlRefresh()));
  }

  /** Writes records of a generated log, each to its partition; the offsets are the broker's. */
  void sendLog(List<LogRecord> log) {
    send(
        log.stream()
            .map(
                record ->
                    new ProducerRecord<>(
                        record.position().topic(),
                        record.position().partition(),
                        record.timestampMs(),
                        record.key(),
                        record.value(),
                        record.headers()))
            .toList());
  }

  /** Writes records, and returns once the broker has them. */
  void send(List<ProducerRecord<byte[], byte[]>> records) {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      send(producer, records);
    }
  }

  /** The same with a given producer, which may be in a transaction. */
  static void send(
      KafkaProducer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
    List<Future<?>> sent = new ArrayList<>();
    records.forEach(record -> sent.add(producer.send(record)));
    producer.flush();
    try {
      for (Future<?> one : sent) {
        one.get();
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException("the broker did not take the records", e);
    }
  }

  KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", kafka.bootstrapServers());
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The committed records of a topic, in order within each partition. */
  List<LogRecord> read(String topic) {
    return TopicReader.readAll(kafka.bootstrapServers(), topic).stream()
        .map(LogRecord::of)
        .toList();
  }

  /** What has to come out for the input as it is now. */
  Expected expected() {
    return Model.judge(
        model(), Stream.concat(read(events()).stream(), read(customers()).stream()).toList());
  }

  /** What came out so far, judged as of a watermark. */
  Proof proof(Expected expected, long closedThrough) {
    return Accounting.compare(expected, closedThrough, read(results()), read(late()), read(dead()));
  }

  /** Waits until all that the input so far decides is there and right. */
  Proof awaitProof(RunningJob job) {
    Expected expected = expected();
    return awaitProof(job, expected, expected.closedThrough());
  }

  /**
   * Waits until everything adds up.
   *
   * @param closedThrough the watermark that the job must come to, in ms
   */
  Proof awaitProof(RunningJob job, Expected expected, long closedThrough) {
    AtomicReference<Proof> last = new AtomicReference<>();
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                job.requireAlive();
                last.set(proof(expected, closedThrough));
                return last.get().addsUp();
              });
    } catch (ConditionTimeoutException e) {
      assertThat(last.get().addsUp()).as(last.get().table()).isTrue();
    }
    return last.get();
  }

  /** Waits until more is published than {@code known}; what follows is in the middle of it. */
  void awaitMoreResults(RunningJob job, int known) {
    Awaitility.await("results are published")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              job.requireAlive();
              return read(results()).size() > known;
            });
  }
}
