package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Jars;
import io.slackwater.ops.flink.JobOverview;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.ops.flink.Savepoints.Format;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A broker, a cluster with its real REST interface, and the job on it, submitted as a jar. One for
 * all tests of a class; each has topics and a journal of its own, and starts its own job.
 */
final class LiveJob implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> TOPICS =
      List.of("events", "customers", "events.late", "events.dead", "customer-minutes");

  private final EmbeddedKafka kafka;
  private final LocalFlink flink;
  private final FlinkRest rest;
  private final Path directory;
  private int tests;
  private String prefix = "";
  private Path home;
  private StreamOfRecords traffic;
  private int repeated;
  private StringWriter said = new StringWriter();

  private LiveJob(EmbeddedKafka kafka, LocalFlink flink, Path directory) {
    this.kafka = kafka;
    this.flink = flink;
    this.rest = new FlinkRest(URI.create(flink.webAddress()));
    this.directory = directory;
  }

  static LiveJob start(Path directory, Map<String, String> settings) {
    Configuration all = new Configuration();
    all.setString("rest.bind-port", "0");
    // Client and cluster share this JVM and its Kafka classes; on a real one the jar has its own.
    all.setString("classloader.resolve-order", "parent-first");
    all.setString("web.tmpdir", directory.toString());
    all.setString("io.tmp.dirs", directory.toString());
    all.setString("state.backend.type", "rocksdb");
    all.setString("state.backend.rocksdb.metrics.estimate-num-keys", "true");
    all.setString("taskmanager.memory.managed.size", "96mb");
    all.setString("pipeline.generic-types", "false");
    all.setString("execution.checkpointing.interval", "500ms");
    all.setString("execution.checkpointing.timeout", "60s");
    all.setString(
        "execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString());
    all.setString(
        "execution.checkpointing.savepoint-dir",
        directory.resolve("savepoints").toUri().toString());
    all.setString(
        "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    all.setString("metrics.fetcher.update-interval", "200");
    all.setString("restart-strategy.type", "fixed-delay");
    all.setString("restart-strategy.fixed-delay.attempts", "10");
    all.setString("restart-strategy.fixed-delay.delay", "200ms");
    settings.forEach(all::setString);
    return new LiveJob(EmbeddedKafka.start(), LocalFlink.start(all, 2, 4), directory);
  }

  /** Topics, configuration and journal of one test, and the traffic that it lives on. */
  void begin(int customers) throws IOException {
    prefix = "t" + ++tests + ".";
    home = Files.createDirectory(directory.resolve("test" + tests));
    said = new StringWriter();
    TOPICS.forEach(topic -> kafka.createTopic(prefix + topic, 4, Map.of()));
    Files.writeString(configFile(), yaml());
    traffic = StreamOfRecords.start(kafka.bootstrapServers(), prefix, model(), customers);
  }

  /** As {@link #begin}, with topics of that name, that configuration, and nothing in the topics. */
  void beginEmpty(String topicPrefix, int partitions, String configuration) throws IOException {
    prefix = topicPrefix;
    home = Files.createDirectory(directory.resolve("test" + ++tests));
    said = new StringWriter();
    TOPICS.forEach(topic -> kafka.createTopic(prefix + topic, partitions, Map.of()));
    Files.writeString(configFile(), configuration.formatted(kafka.bootstrapServers()));
  }

  KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private String yaml() {
    return """
        job: { name: %1$sjob, max-parallelism: 64 }
        kafka: { bootstrap-servers: "%2$s" }
        events:
          topic: %1$sevents
          group-id: %1$sgroup
          fields: { customer: /customerId, time: /occurredAt, id: /eventId }
        watermarks: { out-of-orderness: 500ms, idleness: off, alignment: { max-drift: 1m, interval: 200ms } }
        window:
          size: 2s
          aggregates:
            orders: { function: count }
            revenue: { function: sum, field: /amount, scale: 2 }
        customers: { topic: %1$scustomers }
        late: { topic: %1$sevents.late }
        dead-letters: { topic: %1$sevents.dead, max-share: 1.0 }
        results:
          kafka: { topic: %1$scustomer-minutes, transactional-id-prefix: %1$stx, transaction-timeout: 10m }
        """
        .formatted(prefix, kafka.bootstrapServers());
  }

  private ModelConfig model() {
    ModelConfig shipped = ModelConfig.shipped().withTimes(2_000, 500, 60_000);
    ModelConfig.Events e = shipped.events();
    ModelConfig.Customers c = shipped.customers();
    return shipped
        .withEvents(
            new ModelConfig.Events(
                prefix + "events", e.customer(), e.time(), e.timeFormat(), e.id()))
        .withCustomers(
            new ModelConfig.Customers(
                prefix + "customers",
                c.customer(),
                c.time(),
                c.timeFormat(),
                c.attributes(),
                c.ttlMs(),
                c.ttlRefresh()));
  }

  Path configFile() {
    return home.resolve("job.yaml");
  }

  FlinkRest rest() {
    return rest;
  }

  Path home() {
    return home;
  }

  Path journalFile() {
    return home.resolve("journal.json");
  }

  StreamOfRecords traffic() {
    return traffic;
  }

  /** What the commands have said since the test began. */
  String said() {
    return said.toString();
  }

  /** A jar that names a main; the classes are those of this JVM. The same one each time. */
  Path jar(String name, Class<?> main) throws IOException {
    Path jar = home.resolve(name);
    if (Files.exists(jar)) {
      return jar;
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.finish();
    }
    return jar;
  }

  Path jobJar() throws IOException {
    return jar("job.jar", io.slackwater.job.Main.class);
  }

  /** Submits the job as somebody does who does not know the commands. */
  String submit(int parallelism) throws IOException {
    return submit(parallelism, null);
  }

  /**
   * Likewise.
   *
   * @param savepoint to start from; null: none
   */
  String submit(int parallelism, @Nullable String savepoint) throws IOException {
    String id = Ids.next();
    Jars jars = new Jars(rest);
    jars.run(
        jars.upload(jobJar(), "job.jar"),
        new Jars.Start(id, jobFile(List.of()).arguments(List.of()), parallelism, savepoint, false));
    awaitResults(id);
    return id;
  }

  /** Without the commands, as somebody does at night. */
  void cancelAndStartFrom(String savepoint, int parallelism) throws IOException {
    cancelAll();
    submit(parallelism, savepoint);
  }

  void cancelAll() {
    for (JobOverview job : activeJobs()) {
      var unused = rest.patch("/jobs/" + job.id() + "?mode=cancel");
    }
    await("all jobs have ended").atMost(PATIENCE).until(() -> activeJobs().isEmpty());
  }

  /** Where the cluster puts this test's savepoints, a directory for each request. */
  Path savepoints() {
    return directory.resolve("savepoints").resolve(prefix + "job");
  }

  private void awaitResults(String id) {
    VitalSigns signs =
        new VitalSigns(new io.slackwater.ops.flink.VertexMetrics(rest), InstantSource.system());
    await("the job publishes")
        .atMost(PATIENCE)
        .until(() -> rest.job(id).filter(job -> signs.of(job).published() > 0).isPresent());
  }

  JobFile jobFile(List<String> overrides) {
    return new JobFile(configFile(), configFile().toString(), overrides);
  }

  /** The shipped job, as it was submitted. */
  Optional<Release> release(Runbook runbook) {
    return Optional.of(release(runbook, "job.jar", io.slackwater.job.Main.class, List.of()));
  }

  Release release(Runbook runbook, String name, Class<?> main, List<String> overrides) {
    try {
      return runbook.releases().keep(jar(name, main), jobFile(List.of()), overrides);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Runbook runbook() {
    return runbook(step -> {});
  }

  Runbook runbook(Consumer<String> boundary) {
    return runbook(boundary, Duration.ofSeconds(30));
  }

  Runbook runbook(Consumer<String> boundary, Duration watch) {
    Runbook.Manner manner =
        new Runbook.Manner(
            null, Format.CANONICAL, Duration.ofSeconds(60), watch, Duration.ofSeconds(2));
    return new Runbook(
        rest,
        jobFile(List.of()),
        journalFile(),
        manner,
        new PrintWriter(said, true),
        InstantSource.system(),
        boundary);
  }

  List<JobOverview> activeJobs() {
    return rest.jobs().stream().filter(JobOverview::isActive).toList();
  }

  JobConfig config() {
    return jobFile(List.of()).config();
  }

  List<LogRecord> read(String topic) {
    return TopicReader.readAll(kafka.bootstrapServers(), prefix + topic).stream()
        .map(LogRecord::of)
        .toList();
  }

  /** Whether records may come out more often than once, from a time that was gone back on. */
  enum Repeats {
    NONE,
    ALLOWED
  }

  /** Ends the traffic, and waits until all that was sent is where it belongs, once. */
  Proof awaitProof() {
    return awaitProof(Repeats.NONE);
  }

  Proof awaitProof(Repeats repeats) {
    traffic.finish();
    Expected expected =
        Model.judge(
            model(), Stream.concat(read("events").stream(), read("customers").stream()).toList());
    AtomicReference<Proof> last = new AtomicReference<>();
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                last.set(proof(expected, repeats));
                return last.get().addsUp();
              });
    } catch (ConditionTimeoutException e) {
      assertThat(last.get().addsUp()).as(last.get().table() + said()).isTrue();
    }
    return last.get();
  }

  private Proof proof(Expected expected, Repeats repeats) {
    Outputs all = new Outputs(read("customer-minutes"), read("events.late"), read("events.dead"));
    Outputs judged = repeats == Repeats.NONE ? all : all.once(expected);
    repeated = all.size() - judged.size();
    return Accounting.compare(
        expected, expected.closedThrough(), judged.results(), judged.late(), judged.dead());
  }

  /** Outputs that the last proof left out, since each was a repetition. */
  int repeated() {
    return repeated;
  }

  /** Ends what the test has left running. */
  void end() {
    if (traffic != null) {
      traffic.close();
    }
    cancelAll();
  }

  @Override
  public void close() {
    flink.close();
    kafka.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
