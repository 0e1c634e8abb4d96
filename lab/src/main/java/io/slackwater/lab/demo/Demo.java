package io.slackwater.lab.demo;

import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.FlinkRules;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.output.ResultTable;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.LocalFlink;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import io.slackwater.testkit.model.ModelConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Broker, Flink, producers and proof in this JVM. What it makes on disk lies in directories of its
 * own, gone when {@link #run} returns, however it does.
 */
final class Demo {
  private static final int TASK_MANAGERS = 2;
  private static final int SLOTS = 2;
  private static final int OUTPUT_PARTITIONS = 3;
  private static final long CLEAN_UP_SECONDS = 60;

  private final DemoPlan plan;
  private final Clock clock;
  private final Screen screen;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean stopped;

  Demo(DemoPlan plan, Clock clock, Screen screen) {
    this.plan = plan;
    this.clock = clock;
    this.screen = screen;
  }

  /**
   * Runs the demo to its end.
   *
   * @throws CancellationException when stopped before
   */
  Outcome run() throws Exception {
    try (TemporaryDirectory directory = TemporaryDirectory.create("slackwater-demo")) {
      screen.say("Starting a Kafka broker and a PostgreSQL");
      try (EmbeddedKafka kafka = EmbeddedKafka.start();
          EmbeddedDatabase database = EmbeddedDatabase.start()) {
        goOn();
        return play(DemoSettings.job(kafka, database), kafka, directory.path());
      }
    } finally {
      over.countDown();
    }
  }

  /** Asks {@link #run} to end soon, and returns when it has left nothing behind. */
  void stop() {
    stopped = true;
    try {
      if (!over.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        screen.say(
            "not cleaned up after "
                + CLEAN_UP_SECONDS
                + " s: look for slackwater-*"
                + " in the directory for temporary files");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void goOn() {
    if (stopped) {
      throw new CancellationException("stopped");
    }
  }

  private Outcome play(JobConfig config, EmbeddedKafka kafka, Path directory) throws Exception {
    ModelConfig model = DemoSettings.model(config);
    long started = clock.millis();
    createTopics(kafka, config);
    Ddl.createIfMissing(ResultTable.sink(config));
    try (Producer<byte[], byte[]> producer = producer(kafka)) {
      Traffic traffic = new Traffic(plan, model, producer, clock);
      traffic.sendFirstProfiles();
      goOn();
      long closed = run(config, traffic, directory);
      screen.say("Reading all topics and the table, and recounting");
      TopicProof proof = new TopicProof(config, model, closed);
      Verdict verdict =
          Verdict.of(
              proof.ofTopic(),
              proof.of(new TableResults(config).read()),
              traffic.sentByKind(),
              traffic.sentProfilesByKind());
      goOn();
      screen.say("Verifying, correcting what late records have changed, and verifying again");
      return new Outcome(verdict, Repair.of(config, started, closed));
    }
  }

  private void createTopics(EmbeddedKafka kafka, JobConfig config) {
    kafka.createTopic(config.events().topic(), plan.partitions(), Map.of());
    // Compacting would be right, were the proof not to read every version afterwards.
    kafka.createTopic(config.customers().topic(), Traffic.customersPartitions(), Map.of());
    kafka.createTopic(config.late().topic(), OUTPUT_PARTITIONS, Map.of());
    kafka.createTopic(config.deadLetters().topic(), OUTPUT_PARTITIONS, Map.of());
    kafka.createTopic(config.results().kafka().topic(), OUTPUT_PARTITIONS, Map.of());
  }

  private static Producer<byte[], byte[]> producer(EmbeddedKafka kafka) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", "5", "acks", "all"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Returns the watermark (ms) through which all windows have been closed and published. */
  private long run(JobConfig config, Traffic traffic, Path directory) throws Exception {
    LiveMetrics metrics = new LiveMetrics();
    Configuration settings = DemoSettings.flink(directory, metrics);
    FlinkRules.check(config, settings);
    screen.say(
        "Starting Flink: %d task managers of %d slots, and %d producers on %d partitions"
            .formatted(TASK_MANAGERS, SLOTS, plan.producers(), plan.partitions()));
    try (LocalFlink flink = LocalFlink.start(settings, TASK_MANAGERS, SLOTS);
        OutputWatch outputs = new OutputWatch(config);
        ReadProgress progress = new ReadProgress(config);
        Producers producers = new Producers(traffic)) {
      SlackwaterJob job =
          new SlackwaterJob(config, Topics.describe(config), new KafkaOutputs(config, Set.of()));
      JobID id = flink.submit(job::define, TASK_MANAGERS * SLOTS, null);
      outputs.start();
      Lookout lookout = new Lookout(config, metrics, outputs, traffic, clock);
      LiveRun live = new LiveRun(plan, flink, id, lookout, screen, clock, () -> stopped);
      live.awaitRunning();
      live.watch(producers);
      producers.stop();
      long closed = traffic.sendClosingRecords();
      live.awaitClosed(progress, closed);
      flink.stopWithSavepoint(id, directory.resolve("savepoints").toUri().toString());
      return closed;
    }
  }
}
