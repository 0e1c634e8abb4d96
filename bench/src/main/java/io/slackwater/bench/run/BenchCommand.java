package io.slackwater.bench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.work.Work;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.Installation;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures engines in turns, A B A B, so that what the machine does meanwhile meets all alike. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measures what an event costs: this job, its peers and the floor, on the same topics.")
public final class BenchCommand implements Callable<Integer> {
  @Option(
      names = "--work",
      split = ",",
      description = "seed, dense, skewed (default: ${DEFAULT-VALUE}).")
  private List<String> works = List.of("seed", "dense");

  @Option(names = "--peers", split = ",", description = "${COMPLETION-CANDIDATES} (default: all).")
  private List<Peer> peers = List.of(Peer.values());

  @Option(names = "--events", description = "Events of each run (default: ${DEFAULT-VALUE}).")
  private long events = 1_500_000;

  @Option(names = "--rounds", description = "Runs of each engine (default: ${DEFAULT-VALUE}).")
  private int rounds = 2;

  @Option(names = "--parallelism", description = "Slots or threads (default: ${DEFAULT-VALUE}).")
  private int parallelism = 2;

  @Option(names = "--dedup", description = "Ours drops duplicates too, which no peer does.")
  private boolean dedup;

  @Option(names = "--jvm", description = "One more argument of the engine's JVM; may be repeated.")
  private List<String> jvm = new ArrayList<>();

  @Option(names = "--out", paramLabel = "FILE", description = "Where the figures go, as JSON.")
  private Path out = Installation.file("bench", "target", "bench.json");

  @Spec private CommandSpec spec;

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
    Path logs = Files.createDirectories(out.toAbsolutePath().resolveSibling("bench-logs"));
    List<Measurement> done = new ArrayList<>();
    try (EmbeddedKafka kafka = EmbeddedKafka.start(Bench.BROKER)) {
      Bench bench = new Bench(kafka, Installation.file("."), logs, engineJvm(), parallelism);
      for (String name : works) {
        Work work = Work.named(name, events);
        for (int round = 1; round <= rounds; round++) {
          for (Peer peer : peers) {
            Measurement measured = bench.measure(work, peer, round, dedup);
            done.add(measured);
            say(line(measured));
            write(done);
          }
        }
      }
    }
    return done.stream().allMatch(Measurement::correct) ? 0 : 1;
  }

  private static String line(Measurement m) {
    return String.format(
        Locale.ROOT,
        "%-7s %-10s %d  %6.1f µs/event  %8.0f events/s  %.2f cores  %7.0f B shuffled/event  %5.0f MB peak  %s",
        m.work(),
        m.peer(),
        m.round(),
        m.cpuMicrosPerEvent(),
        m.eventsPerSecond(),
        m.coresUsed(),
        m.shuffledBytesPerEvent(),
        m.peakResidentBytes() / 1e6,
        m.correct() ? "checksum ok" : "WRONG RESULTS");
  }

  private void write(List<Measurement> done) throws IOException {
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    json.writeValue(out.toFile(), done);
  }

  /** The same flags as this JVM's, which are those of Flink's stock configuration. */
  private List<String> engineJvm() {
    List<String> arguments = new ArrayList<>(List.of("-Xmx1500m", "-XX:+UseG1GC"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(arguments::add);
    arguments.addAll(jvm);
    return arguments;
  }

  private void say(String line) {
    PrintWriter writer = spec.commandLine().getOut();
    writer.println(line);
    writer.flush();
  }
}
