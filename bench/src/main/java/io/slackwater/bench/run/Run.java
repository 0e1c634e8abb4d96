package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.peer.PeerSettings;
import io.slackwater.bench.watch.CheckpointFigures;
import io.slackwater.bench.watch.FlinkFigures;
import io.slackwater.bench.watch.MeasuredProcess;
import io.slackwater.bench.watch.Output;
import io.slackwater.bench.watch.Patience;
import io.slackwater.bench.work.Checksum;
import io.slackwater.bench.work.EventStream;
import io.slackwater.bench.work.Loader;
import io.slackwater.bench.work.PacedEvents;
import io.slackwater.bench.work.Work;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;

/**
 * One run of one engine: it starts and reads the profiles, then the warm-up's events, during which
 * the compiler does its work; then the measured ones; then events at a fixed rate, for latency.
 * Then it is killed, and restored by a second process.
 */
final class Run implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Work work;
  private final Peer peer;
  private final PeerSettings settings;
  private final EventStream stream;
  private final Bench.Pace pace;
  private final EngineProcesses processes;
  @Nullable private final PacedEvents paced;
  private final Output output;
  private final MeasuredProcess engine;
  private final Patience patience;

  Run(
      Work work,
      Peer peer,
      PeerSettings settings,
      EventStream stream,
      Bench.Pace pace,
      EngineProcesses processes)
      throws IOException {
    this.work = work;
    this.peer = peer;
    this.settings = settings;
    this.stream = stream;
    this.pace = pace;
    this.processes = processes;
    String servers = settings.bootstrapServers();
    this.paced =
        peer.publishes() && pace.perSecond() > 0
            ? new PacedEvents(stream, pace.perSecond(), servers)
            : null;
    this.output =
        new Output(
            servers,
            settings.outputTopic(),
            peer.publishes(),
            paced == null ? window -> Long.MIN_VALUE : paced::closedAt);
    this.engine = processes.start(settings);
    this.patience = new Patience(engine);
  }

  Measurement measure(int round, Loader loader) throws IOException, InterruptedException {
    if (peer.isFlink()) {
      patience.until("start", new FlinkFigures(settings.restPort())::isRunning);
    } else {
      Thread.sleep(START.toMillis());
    }
    patience.untilQuiet("start");
    loader.openWarmUp(() -> patience.untilQuiet("read the warm-up's events"));

    long shuffled = shuffledBytes();
    long startedMs = System.currentTimeMillis();
    double cpu = engine.cpuSeconds();
    double compiler = engine.compilerSeconds();
    long started = System.nanoTime();
    Checksum.Value expected = stream.expected();
    loader.open();
    awaitResults(peer.publishes() ? expected.results() : 1);
    double seconds = (System.nanoTime() - started) / 1e9;
    double used = engine.cpuSeconds() - cpu;
    compiler = engine.compilerSeconds() - compiler;
    shuffled = shuffledBytes() - shuffled;
    CheckpointFigures checkpoints =
        flink().map(flink -> flink.checkpoints(startedMs)).orElse(CheckpointFigures.NONE);

    Measurement.Latency latency = paced == null ? null : latency(paced);
    long peak = engine.peakResidentBytes();
    Measurement.Restore restore = flink().isPresent() ? restore() : null;
    long unexpected = output.poll(POLL) - stream.expected().results();
    return new Measurement(
        work.name(),
        peer,
        round,
        work.events(),
        expected.results(),
        seconds,
        used,
        used * 1e6 / work.events(),
        compiler * 1e6 / work.events(),
        used / seconds,
        work.events() / seconds,
        work.events() / used,
        (double) shuffled / work.events(),
        checkpoints,
        peak,
        latency,
        restore,
        !peer.publishes() || (unexpected == 0 && output.checksum().equals(stream.expected())));
  }

  private Optional<FlinkFigures> flink() {
    return peer.isFlink() ? Optional.of(new FlinkFigures(settings.restPort())) : Optional.empty();
  }

  private long shuffledBytes() throws InterruptedException {
    return peer.isFlink() ? new FlinkFigures(settings.restPort()).shuffledBytes() : 0;
  }

  private void awaitResults(long count) {
    patience.until("publish %d results".formatted(count), () -> output.poll(POLL) >= count);
  }

  private Measurement.Latency latency(PacedEvents events) {
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> events.send(pace.seconds()));
    patience.until(
        "follow the paced events",
        () -> {
          long unused = output.poll(POLL);
          return sending.isDone();
        });
    sending.join();
    awaitResults(stream.expected().results());
    var latencies = output.latencies();
    return new Measurement.Latency(
        pace.perSecond(),
        latencies.getTotalCount(),
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99));
  }

  /** Kills the engine without a word, and restores its last checkpoint in another process. */
  private Measurement.Restore restore() throws IOException {
    var last = new FlinkFigures(settings.restPort()).latest();
    String path = last.latest().orElseThrow();
    engine.close();
    int port = FreePort.find();
    try (MeasuredProcess second = processes.start(settings.restoringFrom(path, port))) {
      FlinkFigures after = new FlinkFigures(port);
      new Patience(second).until("restore " + path, after::isRunning);
      // Had it published anything anew, it would be here with the next checkpoint.
      long unused = output.poll(Duration.ofSeconds(1));
      return new Measurement.Restore(after.initializationSeconds(), last.latestBytes());
    }
  }

  @Override
  public void close() {
    engine.close();
    output.close();
    if (paced != null) {
      paced.close();
    }
  }
}
