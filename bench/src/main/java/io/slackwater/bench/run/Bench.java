package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.peer.PeerSettings;
import io.slackwater.bench.work.Checksum;
import io.slackwater.bench.work.Loader;
import io.slackwater.bench.work.Work;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures one engine at a time: broker in this JVM, engine in a process of its own.
 *
 * @param home where the shipped configuration lies
 * @param logs where the engines' logs go
 * @param jvm arguments of every engine's JVM
 */
record Bench(EmbeddedKafka kafka, Path home, Path logs, List<String> jvm, int parallelism) {
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration QUIET = Duration.ofSeconds(3);

  /** How much of a core an engine may use and still count as waiting for work. */
  private static final double QUIET_CORES = 0.15;

  /** Broker settings: topics are written in one transaction that may stay open for long. */
  static final Map<String, String> BROKER =
      Map.of("transaction.max.timeout.ms", "3600000", "log.segment.bytes", "268435456");

  Measurement measure(Work work, Peer peer, int round, boolean dedup)
      throws IOException, InterruptedException {
    String run = "%s-%s-%d".formatted(work.name(), peer.name().toLowerCase(Locale.ROOT), round);
    String events = run + "-events";
    String customers = run + "-customers";
    String output = run + "-output";
    List<String> topics = List.of(events, customers, output, output + ".late", output + ".dead");
    for (String topic : topics) {
      kafka.createTopic(topic, Work.PARTITIONS, Map.of());
    }
    try (TemporaryDirectory directory = TemporaryDirectory.create("slackwater-bench");
        Loader loader = new Loader(work, kafka.bootstrapServers())) {
      loader.loadCustomers(customers);
      Checksum.Value expected = loader.loadEvents(events);
      PeerSettings settings =
          new PeerSettings(
              kafka.bootstrapServers(),
              events,
              customers,
              output,
              directory.path(),
              home.resolve("config/flink/local.yaml"),
              home.resolve("config/slackwater.yaml"),
              parallelism,
              FreePort.find(),
              work.events() + Work.PARTITIONS,
              dedup);
      List<String> arguments = new ArrayList<>(jvm);
      arguments.addAll(List.of(settings.asJvmArguments()));
      arguments.add("-Dslackwater.log=" + logs.resolve(run + ".log"));
      try (MeasuredProcess engine =
              MeasuredProcess.java(
                  arguments,
                  Peer.class.getName(),
                  List.of(peer.name()),
                  logs.resolve(run + ".out"));
          Output results = new Output(kafka.bootstrapServers(), output, peer.publishes())) {
        awaitQuiet(engine);
        FlinkFigures before = figures(peer, settings);
        double cpu = engine.cpuSeconds();
        long started = System.nanoTime();
        loader.open();
        await(engine, results, peer.publishes() ? expected.results() : 1);
        double seconds = (System.nanoTime() - started) / 1e9;
        double used = engine.cpuSeconds() - cpu;
        FlinkFigures after = figures(peer, settings);
        return new Measurement(
            work.name(),
            peer,
            round,
            work.events(),
            expected.results(),
            seconds,
            used,
            used * 1e6 / work.events(),
            used / seconds,
            work.events() / seconds,
            work.events() / used,
            (after.shuffledBytes() - before.shuffledBytes()) / (double) work.events(),
            after.checkpoints() - before.checkpoints(),
            after.checkpointMillis(),
            after.checkpointBytes(),
            engine.peakResidentBytes(),
            !peer.publishes() || results.checksum().equals(expected));
      }
    } finally {
      delete(topics);
    }
  }

  private static FlinkFigures figures(Peer peer, PeerSettings settings)
      throws InterruptedException {
    return peer.isFlink() ? FlinkFigures.of(settings.restPort()) : FlinkFigures.NONE;
  }

  /** Until it has started, has read the profiles, and has nothing more to do. */
  private static void awaitQuiet(MeasuredProcess engine) throws InterruptedException {
    // Starting takes more than this, and may pause on the way.
    Thread.sleep(Duration.ofSeconds(10).toMillis());
    double before = engine.cpuSeconds();
    double cores = Double.MAX_VALUE;
    long started = System.nanoTime();
    while (cores > QUIET_CORES) {
      check(engine, started, "start");
      Thread.sleep(QUIET.toMillis());
      double now = engine.cpuSeconds();
      cores = (now - before) / QUIET.toSeconds();
      before = now;
    }
  }

  private static void await(MeasuredProcess engine, Output results, long expected) {
    long started = System.nanoTime();
    while (results.poll(Duration.ofMillis(100)) < expected) {
      check(engine, started, "publish %d results".formatted(expected));
    }
  }

  private static void check(MeasuredProcess engine, long started, String what) {
    if (!engine.isAlive()) {
      throw new IllegalStateException(
          "the engine has ended before it could " + what + "; see its log");
    }
    if (System.nanoTime() - started > PATIENCE.toNanos()) {
      throw new IllegalStateException(
          "the engine did not %s within %d minutes; see its log"
              .formatted(what, PATIENCE.toMinutes()));
    }
  }

  private void delete(List<String> topics) {
    try (var admin = kafka.admin()) {
      admin.deleteTopics(topics);
    }
  }
}
