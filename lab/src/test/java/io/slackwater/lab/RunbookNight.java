package io.slackwater.lab;

import static org.awaitility.Awaitility.await;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.cluster.LabSettings;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.lab.demo.DemoSettings;
import io.slackwater.lab.demo.Producers;
import io.slackwater.lab.demo.ReadProgress;
import io.slackwater.lab.demo.Traffic;
import io.slackwater.ops.flink.Checkpoints;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.JobOverview;
import io.slackwater.ops.flink.NewestCheckpoint;
import io.slackwater.testkit.model.Proof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The cluster, its job and the traffic that the runbooks are gone through with. */
final class RunbookNight implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int PARTITIONS = 4;
  private static final int EVENTS_PER_SECOND = 100;
  private static final int TOO_LARGE = 20;

  /** A partition falls silent after a fifth of it, which is never. */
  private static final Duration LENGTH = Duration.ofHours(12);

  private final LabCluster lab;
  private final Terminal terminal;
  private final Producer<byte[], byte[]> producer;
  private final Traffic traffic;
  private final Producers producers;
  private Instant start;
  private String job;

  private RunbookNight(
      LabCluster lab, Terminal terminal, Producer<byte[], byte[]> producer, Traffic traffic) {
    this.lab = lab;
    this.terminal = terminal;
    this.producer = producer;
    this.traffic = traffic;
    this.producers = new Producers(traffic);
    this.start = wholeWindow(Instant.now());
  }

  /** Starts the cluster and the job, as somebody does who does not know the commands. */
  static RunbookNight begin(Path directory, Path installation) throws Exception {
    LabSettings settings =
        LabSettings.of(installation, directory.resolve("lab"))
            .withTaskManagers(1, 4)
            .withEventPartitions(PARTITIONS)
            .withFlink(Map.of("jobmanager.scheduler", "default"));
    LabCluster lab = LabCluster.start(settings);
    try {
      writeConfigurations(lab);
      Terminal terminal =
          new Terminal(directory.resolve("home"), installation, lab.flinkConfDirectory());
      terminal.set("CONFIG", lab.jobConfigFile().toString());
      terminal.set("REST", lab.restAddress().toString());
      terminal.set("JAR", jar(installation).toString());
      terminal.set("CUSTOMER", "c-17");
      terminal.set("TRANSACTION", "slackwater-lab-1@7:0");
      DemoPlan plan = new DemoPlan(LENGTH, EVENTS_PER_SECOND, PARTITIONS, 12, 17);
      Producer<byte[], byte[]> producer = lab.producer();
      Traffic traffic =
          new Traffic(
              plan, DemoSettings.model(lab.jobConfig(Map.of())), producer, Clock.systemUTC());
      RunbookNight night = new RunbookNight(lab, terminal, producer, traffic);
      traffic.sendFirstProfiles();
      night.producers.start();
      night.sendTooLarge();
      night.job = lab.submit(installation, Map.of(), 2, null);
      night.awaitJob();
      return night;
    } catch (Exception | AssertionError e) {
      lab.close();
      throw e;
    }
  }

  /**
   * The first finds the largest records too large; the second does not. Neither sets a partition
   * aside for a pause of this machine.
   */
  private static void writeConfigurations(LabCluster lab) throws IOException {
    Path file = lab.jobConfigFile();
    String patient = Files.readString(file).replace("idleness: 5s", "idleness: 10m");
    Files.writeString(
        file,
        patient.replace("max-future-skew: 1m", "max-future-skew: 1m\n  max-record-bytes: 1KiB"));
    Files.writeString(newConfiguration(lab), patient);
  }

  private static Path newConfiguration(LabCluster lab) {
    return lab.jobConfigFile().resolveSibling("slackwater-2.yaml");
  }

  private static Path jar(Path installation) throws IOException {
    try (Stream<Path> files = Files.list(installation.resolve(Path.of("job", "target")))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-cluster.jar"))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath()
          .normalize();
    }
  }

  private void sendTooLarge() {
    for (int i = 0; i < TOO_LARGE; i++) {
      String value =
          "{\"eventId\":\"large-%d\",\"customerId\":\"c-17\",\"occurredAt\":\"%s\",\"amount\":1.00,\"text\":\"%s\"}"
              .formatted(i, Instant.now(), "x".repeat(2000));
      var unused =
          producer.send(
              new ProducerRecord<>(
                  "events", i % PARTITIONS, null, value.getBytes(StandardCharsets.UTF_8)));
    }
    producer.flush();
  }

  Terminal terminal() {
    return terminal;
  }

  /** What a page's variables stand for by now. */
  void prepareShell(int parallelism) throws Exception {
    producers.requireAlive();
    terminal.set("N", Integer.toString(parallelism));
    terminal.set("SAVEPOINT", newestState());
    terminal.set("FROM", start.toString());
    if (rest().jobs().stream().anyMatch(JobOverview::isActive)) {
      terminal.set("TO", publishedThrough().toString());
    }
  }

  /** A checkpoint of a running job is replaced within seconds; a savepoint stays. */
  private String newestState() throws Exception {
    if (rest().status(job).filter(status -> !status.isTerminalState()).isEmpty()) {
      return new NewestCheckpoint(rest()).of(job).orElseThrow();
    }
    Terminal.Ran ran =
        terminal.run("./slackwater savepoint --config \"$CONFIG\" --rest \"$REST\" --sample 1s");
    if (ran.status() != 0) {
      throw new AssertionError(ran.output());
    }
    return rest()
        .get("/jobs/" + job + "/checkpoints")
        .path("latest")
        .path("savepoint")
        .path("external_path")
        .asText();
  }

  /** Everything until then has been read, closed and committed. */
  private Instant publishedThrough() throws Exception {
    Instant now = Instant.now();
    awaitCheckpoints(1);
    JobConfig config = config();
    Instant sent = now.minus(config.watermarks().outOfOrderness()).minusSeconds(3);
    try (CommittedOffsets offsets = new CommittedOffsets(config)) {
      offsets.awaitAllOfNow(PATIENCE);
    }
    awaitCheckpoints(2);
    return wholeWindow(sent);
  }

  private JobConfig config() {
    return JobConfigLoader.load(Path.of(terminal.get("CONFIG")), List.of());
  }

  private static Instant wholeWindow(Instant time) {
    return Instant.ofEpochSecond(time.getEpochSecond() / 5 * 5);
  }

  private FlinkRest rest() {
    return lab.rest();
  }

  /**
   * What is looked at from now on does not hold what a rollback has published again. A range looks
   * at records from {@code max-future-skew} before its first window on.
   */
  void beginRangeAnew() throws Exception {
    Instant clean = wholeWindow(Instant.now().plus(config().events().maxFutureSkew()));
    do {
      start = publishedThrough();
    } while (start.isBefore(clean));
  }

  /** From now on it is what {@code CONFIG} names. */
  void useNewConfiguration() {
    terminal.set("CONFIG", newConfiguration(lab).toString());
  }

  /** Exactly one job runs and completes checkpoints. */
  void awaitJob() {
    await("one job runs")
        .atMost(PATIENCE)
        .until(
            () ->
                rest().jobs().stream().filter(JobOverview::isActive).count() == 1
                    && rest()
                        .activeJob(config().job().name())
                        .flatMap(active -> rest().job(active.id()))
                        .filter(JobDetails::allTasksRun)
                        .isPresent());
    job = rest().activeJob(config().job().name()).orElseThrow().id();
    awaitCheckpoints(2);
  }

  /** Of the job that runs. */
  int parallelism() {
    return rest().job(job).orElseThrow().parallelism();
  }

  private void awaitCheckpoints(int more) {
    long before = checkpoints();
    await("checkpoints complete").atMost(PATIENCE).until(() -> checkpoints() >= before + more);
  }

  private long checkpoints() {
    return Checkpoints.of(rest(), job).map(Checkpoints::completed).orElse(0L);
  }

  /** As in Flink's web interface; its checkpoints stay. */
  void cancelJob() {
    var unused = rest().patch("/jobs/" + job + "?mode=cancel");
    await("the job has ended")
        .atMost(PATIENCE)
        .until(() -> rest().status(job).filter(s -> !s.isTerminalState()).isEmpty());
    terminal.set("SAVEPOINT", new NewestCheckpoint(rest()).of(job).orElseThrow());
  }

  /** The job is dead, and the cluster does not remember it. */
  void loseJobAndMemory() throws Exception {
    cancelJob();
    lab.kill(LabCluster.JOB_MANAGER + 1);
    lab.start(LabCluster.JOB_MANAGER + 1);
    await("the task manager is back")
        .atMost(PATIENCE)
        .until(() -> rest().get("/overview").path("slots-total").asInt() == 4);
  }

  /** Ends the traffic and the job, and has every number judged. */
  void prove() throws Exception {
    producers.stop();
    long closed = traffic.sendClosingRecords();
    try (ReadProgress read = new ReadProgress(config())) {
      await("all has been read").atMost(PATIENCE).until(read::hasReadAll);
    }
    awaitCheckpoints(3);
    Proof proof = new RunbookProof(config(), closed).make();
    System.out.println(proof.table());
  }

  @Override
  public void close() throws IOException {
    producers.close();
    producer.close();
    lab.close();
  }
}
