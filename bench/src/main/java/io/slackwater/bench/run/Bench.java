package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.peer.PeerSettings;
import io.slackwater.bench.work.EventStream;
import io.slackwater.bench.work.Loader;
import io.slackwater.bench.work.PacedEvents;
import io.slackwater.bench.work.Work;
import io.slackwater.bench.work.WorkTopics;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import io.slackwater.testkit.embedded.FreePort;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures one engine at a time: broker in this JVM, engine in a process of its own. Each run has
 * topics of its own, with the same bytes in them.
 *
 * @param home where the shipped configuration lies
 * @param logs where the engines' logs go
 * @param jvm arguments of every engine's JVM
 * @param pace of the events that latency is measured with
 */
record Bench(
    EmbeddedKafka kafka,
    Path home,
    Path logs,
    List<String> jvm,
    int parallelism,
    boolean dedup,
    Pace pace) {

  /**
   * How events are sent whose latency is measured.
   *
   * @param perSecond 0: none are
   */
  record Pace(int perSecond, int seconds) {}

  Measurement measure(Work work, Peer peer, int round) throws IOException, InterruptedException {
    String name = "%s-%s-%d".formatted(work.name(), peer.name().toLowerCase(Locale.ROOT), round);
    String events = name + "-events";
    String customers = name + "-customers";
    String output = name + "-output";
    List<String> topics = List.of(events, customers, output, output + ".late", output + ".dead");
    try (WorkTopics unused = WorkTopics.create(kafka, topics, Map.of());
        TemporaryDirectory directory = TemporaryDirectory.create("slackwater-bench");
        Loader loader = new Loader(work, kafka.bootstrapServers())) {
      loader.loadCustomers(customers, Work.LAST_MS);
      EventStream stream = new EventStream(work, events);
      loader.loadEvents(stream, PacedEvents.perMinute(Math.max(1, pace.perSecond())));
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
              work.warmUp() + work.events() + Work.PARTITIONS,
              dedup,
              "");
      EngineProcesses processes = new EngineProcesses(peer, jvm, logs, name);
      try (Run run = new Run(work, peer, settings, stream, pace, processes)) {
        return run.measure(round, loader);
      }
    }
  }
}
