package io.slackwater.bench.run;

import io.slackwater.bench.micro.MicroCommand;
import io.slackwater.bench.operator.OperatorCommand;
import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultsOption;
import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.scale.BoundCommand;
import io.slackwater.bench.scale.ScaleCommand;
import io.slackwater.bench.work.Work;
import io.slackwater.bench.work.WorkTopics;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.Installation;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures engines in turns, A B A B, so that what the machine does meanwhile meets all alike. */
@Command(
    name = "bench/run",
    subcommands = {
      ScaleCommand.class,
      BoundCommand.class,
      OperatorCommand.class,
      MicroCommand.class
    },
    mixinStandardHelpOptions = true,
    description =
        "Measures what an event costs: this job, its peers and the floor, on the same topics.")
public final class BenchCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(BenchCommand.class);

  /** What the compiler took can only be told while its threads are there. */
  private static final String COMPILER_STAYS = "-XX:-UseDynamicNumberOfCompilerThreads";

  @Option(
      names = "--work",
      split = ",",
      description = "seed, dense, skewed (default: ${DEFAULT-VALUE}).")
  private List<String> works = List.of("seed", "dense", "skewed");

  @Option(names = "--peers", split = ",", description = "${COMPLETION-CANDIDATES} (default: all).")
  private List<Peer> peers = List.of(Peer.values());

  @Option(
      names = "--events",
      description = "Measured events of each run (default: ${DEFAULT-VALUE}).")
  private long events = 1_500_000;

  @Option(
      names = "--warm-up",
      description = "Events before them that are not measured (default: ${DEFAULT-VALUE}).")
  private long warmUp = 500_000;

  @Option(
      names = "--paced-rate",
      description =
          "Events a second that latency is measured with, 0 for none (default: ${DEFAULT-VALUE}).")
  private int pacedRate = 3_000;

  @Option(names = "--paced-seconds", description = "For how long (default: ${DEFAULT-VALUE}).")
  private int pacedSeconds = 30;

  @Option(names = "--rounds", description = "Runs of each engine (default: ${DEFAULT-VALUE}).")
  private int rounds = 2;

  @Option(names = "--parallelism", description = "Slots or threads (default: ${DEFAULT-VALUE}).")
  private int parallelism = 2;

  @Option(names = "--dedup", description = "Ours drops duplicates too, which no peer does.")
  private boolean dedup;

  @Option(names = "--jvm", description = "One more argument of the engine's JVM; may be repeated.")
  private List<String> jvm = new ArrayList<>();

  @Mixin private final ResultsOption results = new ResultsOption("bench.json");

  /** Ends the JVM with the command's exit status. */
  public static void main(String[] arguments) {
    CommandErrors errors = new CommandErrors();
    System.exit(
        new CommandLine(new BenchCommand())
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Origin origin = results.origin();
    Path logs = results.logs();
    List<Measurement> done = new ArrayList<>();
    int failed = 0;
    try (EmbeddedKafka kafka = EmbeddedKafka.start(WorkTopics.BROKER)) {
      Bench bench =
          new Bench(
              kafka,
              Installation.file(".").toAbsolutePath().normalize(),
              logs,
              engineJvm(),
              parallelism,
              dedup,
              new Bench.Pace(pacedRate, pacedSeconds));
      for (String name : works) {
        Work work = Work.named(name, warmUp, events);
        for (int round = 1; round <= rounds; round++) {
          for (Peer peer : peers) {
            try {
              Measurement measured = bench.measure(work, peer, round);
              done.add(measured);
              results.say(line(measured));
              JobResults all = new JobResults(origin, done);
              results.write(all, all.page());
            } catch (IllegalStateException failure) {
              LOG.error("{} over {}, round {}", peer, name, round, failure);
              results.say("%s %s %d: %s".formatted(name, peer, round, failure.getMessage()));
              failed++;
            }
          }
        }
      }
    }
    return failed == 0 && done.stream().allMatch(Measurement::correct) ? 0 : 1;
  }

  private static String line(Measurement m) {
    return String.format(
        Locale.ROOT,
        "%-7s %-10s %d  %6.2f µs/event, compiler %.2f  %8.0f events/s  %.2f cores  %7.0f B shuffled/event  %5.0f MB peak%s  %s",
        m.work(),
        m.peer(),
        m.round(),
        m.cpuMicrosPerEvent(),
        m.compilerMicrosPerEvent(),
        m.eventsPerSecond(),
        m.coresUsed(),
        m.shuffledBytesPerEvent(),
        m.peakResidentBytes() / 1e6,
        m.latency() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "  p50 %.1f s p99 %.1f s",
                m.latency().p50Millis() / 1e3,
                m.latency().p99Millis() / 1e3),
        m.correct() ? "checksum ok" : "WRONG RESULTS");
  }

  /** The same flags as this JVM's, which are those of Flink's stock configuration. */
  private List<String> engineJvm() {
    List<String> arguments = new ArrayList<>(List.of("-Xmx1500m", "-XX:+UseG1GC", COMPILER_STAYS));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(arguments::add);
    arguments.addAll(jvm);
    return arguments;
  }
}
