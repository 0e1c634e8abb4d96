package io.slackwater.bench.scale;

import io.slackwater.bench.page.Directories;
import io.slackwater.bench.scale.ScaleFigures.Changes;
import io.slackwater.bench.scale.ScaleFigures.Events;
import io.slackwater.bench.scale.ScaleFigures.Loading;
import io.slackwater.bench.scale.ScaleFigures.Step;
import io.slackwater.bench.watch.CheckpointFigures;
import io.slackwater.bench.watch.Output;
import io.slackwater.bench.work.EventStream;
import io.slackwater.bench.work.Loader;
import io.slackwater.bench.work.Work;
import io.slackwater.bench.work.WorkTopics;
import io.slackwater.job.SlackwaterJob;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.output.KafkaOutputs;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.Savepoints.Format;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Loads a number of customers into the job's state, then events, then some new profiles; takes
 * savepoints, and restores and rescales them. Broker in this JVM.
 */
final class ScaleRun implements AutoCloseable {
  private static final String EVENTS = "scale-events";
  private static final String CUSTOMERS = "scale-customers";
  private static final String RESULTS = "scale-results";
  private static final List<String> TOPICS =
      List.of(EVENTS, CUSTOMERS, RESULTS, RESULTS + ".late", RESULTS + ".dead");
  private static final Duration POLL = Duration.ofMillis(200);

  /** One customer in so many gets a new profile. */
  private static final int CHANGED_ONE_IN = 100;

  private final Work work;
  private final FlinkCluster flink;
  private final Consumer<String> narrator;
  private final WorkTopics topics;
  private final Loader loader;
  private final EventStream stream;
  private final Output output;
  private final List<Step> steps = new ArrayList<>();
  private final Consumer<StreamExecutionEnvironment> job;

  ScaleRun(
      Work work, EmbeddedKafka kafka, FlinkCluster flink, Path config, Consumer<String> narrator) {
    this.work = work;
    this.flink = flink;
    this.narrator = narrator;
    // The log may be compressed on disk: it is not what is measured here.
    this.topics = WorkTopics.create(kafka, TOPICS, Map.of("compression.type", "lz4"));
    this.loader = new Loader(work, kafka.bootstrapServers());
    this.stream = new EventStream(work, EVENTS);
    this.output = new Output(kafka.bootstrapServers(), RESULTS, true, window -> Long.MIN_VALUE);
    JobConfig settings =
        JobConfigLoader.load(
            config,
            List.of(
                "kafka.bootstrap-servers=" + kafka.bootstrapServers(),
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
    this.job =
        env ->
            new SlackwaterJob(
                    settings, Topics.describe(settings), new KafkaOutputs(settings, Set.of()))
                .define(env);
  }

  ScaleFigures measure() throws Exception {
    narrator.accept("sending %,d profiles".formatted(work.customers()));
    loader.loadCustomers(CUSTOMERS, Work.LAST_MS);
    narrator.accept("loading them into the state");
    Loading loading = load();
    narrator.accept("sending %,d events".formatted(work.warmUp() + work.events()));
    loader.loadEvents(stream, work.eventsPerMinute());
    Events events = events();
    narrator.accept("changing one profile in " + CHANGED_ONE_IN);
    Changes changes = change();
    takeAndRestore();
    return new ScaleFigures(
        work.customers(),
        loading,
        events,
        changes,
        steps,
        flink.taskManager().peakResidentBytes(),
        flink.processBytes(),
        output.poll(POLL) == stream.expected().results()
            && output.checksum().equals(stream.expected()));
  }

  private Loading load() throws Exception {
    double cpu = flink.taskManager().cpuSeconds();
    long started = System.nanoTime();
    flink.submit(job, FlinkCluster.SLOTS, null);
    flink.patience().untilQuiet("read the profiles");
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = flink.taskManager().cpuSeconds() - cpu;
    CheckpointFigures after = flink.figures().checkpoint();
    return new Loading(
        work.customers(), seconds, used * 1e6 / work.customers(), after.stateBytes());
  }

  private Events events() throws InterruptedException {
    loader.openWarmUp();
    flink.patience().untilQuiet("read the warm-up's events");
    long shuffled = flink.figures().shuffledBytes();
    long startedMs = System.currentTimeMillis();
    double cpu = flink.taskManager().cpuSeconds();
    long started = System.nanoTime();
    loader.open();
    awaitResults();
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = flink.taskManager().cpuSeconds() - cpu;
    shuffled = flink.figures().shuffledBytes() - shuffled;
    return new Events(
        work.events(),
        stream.expected().results(),
        seconds,
        used * 1e6 / work.events(),
        work.events() / seconds,
        used / seconds,
        work.events() / used,
        (double) shuffled / work.events(),
        flink.figures().checkpoints(startedMs));
  }

  private void awaitResults() {
    long expected = stream.expected().results();
    flink
        .patience()
        .until("publish %d results".formatted(expected), () -> output.poll(POLL) >= expected);
  }

  private Changes change() throws InterruptedException {
    var unused = flink.figures().checkpoint();
    long startedMs = System.currentTimeMillis();
    long changed = loader.updateCustomers(CUSTOMERS, CHANGED_ONE_IN, stream.endMs());
    flink.patience().untilQuiet("read the new profiles");
    CheckpointFigures last = flink.figures().checkpoint();
    return new Changes(
        changed, flink.figures().checkpoints(startedMs).allBytes(), last.stateBytes());
  }

  private void takeAndRestore() throws Exception {
    String canonical = savepoint(Format.CANONICAL);
    String nativeFormat = savepoint(Format.NATIVE);
    restore("restore, canonical savepoint", canonical, 2, sizeOf(canonical));
    restore("restore, native savepoint", nativeFormat, 2, sizeOf(nativeFormat));
    restoreCheckpoint("restore, checkpoint", 2);
    restoreCheckpoint("rescale 2 to 1, checkpoint", 1);
    someEvents();
    restoreCheckpoint("rescale 1 to 2, checkpoint", 2);
    someEvents();
  }

  private String savepoint(Format format) {
    String what = "savepoint, " + format.name().toLowerCase(java.util.Locale.ROOT);
    narrator.accept(what);
    long started = System.nanoTime();
    String path = flink.figures().savepoint(format, flink.patience());
    steps.add(new Step(what, (System.nanoTime() - started) / 1e9, sizeOf(path)));
    return path;
  }

  private static long sizeOf(String savepoint) {
    return Directories.bytes(Path.of(java.net.URI.create(savepoint)));
  }

  private void restoreCheckpoint(String what, int parallelism) throws Exception {
    CheckpointFigures checkpoint = flink.figures().checkpoint();
    String path = flink.figures().latest().latest().orElseThrow();
    restore(what, path, parallelism, checkpoint.stateBytes());
  }

  /** Cancels the job and starts it anew; the time is that of the slowest subtask. */
  private void restore(String what, String path, int parallelism, long bytes) throws Exception {
    narrator.accept(what);
    flink.figures().cancel(flink.patience());
    flink.submit(job, parallelism, path);
    steps.add(new Step(what, flink.figures().initializationSeconds(), bytes));
  }

  /** What has been restored goes on where it was, and says so by its results. */
  private void someEvents() {
    loader.sendEvents(stream, work.warmUp() / 10, work.eventsPerMinute());
    awaitResults();
  }

  @Override
  public void close() {
    loader.close();
    output.close();
    topics.close();
  }
}
