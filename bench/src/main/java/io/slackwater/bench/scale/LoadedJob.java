package io.slackwater.bench.scale;

import io.slackwater.bench.page.ResultsOption;
import io.slackwater.bench.scale.ScaleFigures.Events;
import io.slackwater.bench.scale.ScaleFigures.Loading;
import io.slackwater.bench.watch.CheckpointFigures;
import io.slackwater.bench.watch.Output;
import io.slackwater.bench.watch.WrittenResults;
import io.slackwater.bench.work.EventStream;
import io.slackwater.bench.work.Loader;
import io.slackwater.bench.work.Work;
import io.slackwater.bench.work.WorkTopics;
import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.Installation;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.configuration.MemorySize;

/** The job on a cluster, its topics, and a work that it is given. Broker in this JVM. */
final class LoadedJob implements AutoCloseable {
  private static final String EVENTS = "scale-events";
  private static final String CUSTOMERS = "scale-customers";
  private static final String RESULTS = "scale-results";
  private static final List<String> TOPICS =
      List.of(EVENTS, CUSTOMERS, RESULTS, RESULTS + ".late", RESULTS + ".dead");
  private static final Duration POLL = Duration.ofMillis(200);

  private final Work work;
  private final FlinkCluster flink;
  private final Consumer<String> narrator;
  private final WorkTopics topics;
  private final String bootstrapServers;
  private final Loader loader;
  private final EventStream stream;
  private final Output output;
  private final JobConfig settings;

  private LoadedJob(
      Work work,
      EmbeddedKafka kafka,
      FlinkCluster flink,
      Path config,
      List<String> more,
      Consumer<String> narrator) {
    this.work = work;
    this.flink = flink;
    this.narrator = narrator;
    // The log may be compressed on disk: it is not what is measured here.
    this.topics = WorkTopics.create(kafka, TOPICS, Map.of("compression.type", "lz4"));
    this.bootstrapServers = kafka.bootstrapServers();
    this.loader = new Loader(work, bootstrapServers);
    this.stream = new EventStream(work, EVENTS);
    this.output = new Output(bootstrapServers, RESULTS, true, window -> Long.MIN_VALUE);
    List<String> overrides =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap-servers=" + bootstrapServers,
                "events.topic=" + EVENTS,
                "events.fields.id=off",
                "customers.topic=" + CUSTOMERS,
                "results.kafka.topic=" + RESULTS,
                // The parts of the log become visible one after the other.
                "watermarks.idleness=1h",
                // Profiles are sent that are behind those that let all windows close.
                "watermarks.alignment=off",
                "late.topic=" + RESULTS + ".late",
                "dead-letters.topic=" + RESULTS + ".dead"));
    overrides.addAll(more);
    this.settings = JobConfigLoader.load(config, overrides);
  }

  /** What is done with the job; it has not been started. */
  @FunctionalInterface
  interface Measuring<F> {
    F measure(LoadedJob job, FlinkCluster flink) throws Exception;
  }

  /**
   * Measures on a broker and a cluster that are there for this alone, with the configuration that
   * is shipped.
   *
   * @param memory of the TaskManager's process
   * @param more overrides of the job's configuration
   */
  static <F> F onCluster(
      Work work,
      MemorySize memory,
      List<String> more,
      ResultsOption results,
      Measuring<F> measuring)
      throws Exception {
    Path config = Installation.file("config").toAbsolutePath().normalize();
    try (TemporaryDirectory files = TemporaryDirectory.create("slackwater-scale");
        EmbeddedKafka kafka = EmbeddedKafka.start(WorkTopics.BROKER);
        FlinkCluster flink =
            FlinkCluster.start(
                config.resolve("flink/production.yaml"), memory, files.path(), results.logs());
        LoadedJob job =
            new LoadedJob(
                work, kafka, flink, config.resolve("slackwater.yaml"), more, results::sayNow)) {
      return measuring.measure(job, flink);
    }
  }

  /** Starts it, or starts it anew from a savepoint or checkpoint. */
  void submit(int parallelism, @Nullable String restoreFrom) throws Exception {
    flink.submit(
        env ->
            new SlackwaterJob(
                    settings, Topics.describe(settings), new KafkaOutputs(settings, Set.of()))
                .define(env),
        parallelism,
        restoreFrom);
  }

  /** Sends the profiles, starts the job and returns when it has read them. */
  Loading loadProfiles() throws Exception {
    narrator.accept("sending %,d profiles".formatted(work.customers()));
    loader.loadCustomers(CUSTOMERS, Work.LAST_MS);
    narrator.accept("loading them into the state");
    double cpu = flink.taskManager().cpuSeconds();
    long started = System.nanoTime();
    submit(FlinkCluster.SLOTS, null);
    flink.patience().untilQuiet("read the profiles");
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = flink.taskManager().cpuSeconds() - cpu;
    CheckpointFigures after = flink.figures().checkpoint();
    return new Loading(
        work.customers(), seconds, used * 1e6 / work.customers(), after.stateBytes());
  }

  /**
   * Sends the events, those of the warm-up first, and returns when all results have been published.
   * The figures are those until they had been written.
   *
   * @param watch called again and again meanwhile
   */
  Events readEvents(Runnable watch) throws InterruptedException {
    narrator.accept("sending %,d events".formatted(work.warmUp() + work.events()));
    loader.loadEvents(stream, work.eventsPerMinute());
    loader.openWarmUp(() -> flink.patience().untilQuiet("read the warm-up's events"));
    long startedMs = System.currentTimeMillis();
    double cpu = flink.taskManager().cpuSeconds();
    long started = System.nanoTime();
    loader.open();
    awaitWritten(watch);
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = flink.taskManager().cpuSeconds() - cpu;
    awaitResults();
    return new Events(
        work.events(),
        stream.expected().results(),
        seconds,
        used * 1e6 / work.events(),
        work.events() / seconds,
        used / seconds,
        work.events() / used,
        flink.figures().checkpoints(startedMs));
  }

  private void awaitWritten(Runnable watch) {
    long expected = stream.expected().results();
    try (WrittenResults written = new WrittenResults(bootstrapServers, RESULTS)) {
      flink
          .patience()
          .until(
              "write %d results".formatted(expected),
              () -> {
                watch.run();
                return written.poll(POLL) >= expected;
              });
    }
  }

  private void awaitResults() {
    long expected = stream.expected().results();
    flink
        .patience()
        .until("publish %d results".formatted(expected), () -> output.poll(POLL) >= expected);
  }

  /** Sends some more events and returns when their results are there. */
  void readSomeMore(long events) {
    loader.sendEvents(stream, events, work.eventsPerMinute());
    awaitResults();
  }

  /** Sends a new profile for one customer in so many, and returns how many that were. */
  long changeProfiles(int oneIn) throws InterruptedException {
    narrator.accept("changing one profile in " + oneIn);
    long changed = loader.updateCustomers(CUSTOMERS, oneIn, stream.endMs());
    flink.patience().untilQuiet("read the new profiles");
    return changed;
  }

  /** Whether all results so far, and no others, have been published. */
  boolean isCorrect() {
    return output.poll(POLL) == stream.expected().results()
        && output.checksum().equals(stream.expected());
  }

  @Override
  public void close() {
    loader.close();
    output.close();
    topics.close();
  }
}
