package io.slackwater.lab.faults;

import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.lab.cluster.LabCommand;
import io.slackwater.lab.cluster.LabSettings;
import io.slackwater.lab.demo.DemoPlan;
import io.slackwater.ops.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Random faults on a lab of its own, then the proof. */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a lab, runs the job under traffic, and kills and pauses its processes at random.",
      "Says after each fault how long it took to get over it and how many records were read again;"
          + " proves at the end that every record is in exactly one place and every number right.",
      "Exit status 1 if it does not add up. Twenty faults take about ten minutes."
    })
public final class FaultsCommand implements Callable<Integer> {
  private static final int PRODUCERS = 60;
  private static final int PARTITIONS = 12;
  private static final int MOST_FAULTS = 1_000;
  private static final int MOST_EVENTS = 100_000;

  /** A fifth of it passes until a partition falls silent, for three tenths of it. */
  private static final Duration QUIET = Duration.ofSeconds(40);

  @Option(
      names = "--count",
      defaultValue = "20",
      description = "How many, ${DEFAULT-VALUE} by default.")
  private int count;

  @Option(
      names = "--seed",
      description = "Of faults and traffic; the same gives the same. Random by default, printed.")
  private Long seed;

  @Option(
      names = "--rate",
      defaultValue = "1000",
      description = "Events per second, ${DEFAULT-VALUE} by default.")
  private int rate;

  @Option(
      names = "--taskmanagers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Task managers of two slots, ${DEFAULT-VALUE} by default.")
  private int taskManagers;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where to write the report as JSON (default: .slackwater/faults.json).")
  private Path report = Installation.file(".slackwater", "faults.json");

  @ParentCommand private LabCommand parent;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    requireBetween("--count", count, 1, MOST_FAULTS);
    requireBetween("--rate", rate, 1, MOST_EVENTS);
    requireBetween("--taskmanagers", taskManagers, 2, 16);
    Clock clock = Clock.systemUTC();
    long chosen = seed == null ? clock.millis() % 1_000_000 : seed;
    LabSettings settings =
        LabSettings.of(Installation.file(""), parent.directory())
            .withTaskManagers(taskManagers, 2)
            .withEventPartitions(PARTITIONS);
    say("%d faults, seed %d; starting a lab in %s".formatted(count, chosen, settings.directory()));
    LabCluster lab = LabCluster.start(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(lab), "lab-down"));
    DemoPlan plan = new DemoPlan(QUIET, rate, PARTITIONS, PRODUCERS, chosen);
    FaultsReport faults =
        new FaultsRun(lab, settings.installation(), plan, clock, this::say)
            .run(Fault.random(count, taskManagers, chosen));
    faults.write(report);
    say(faults.verdict().text().stripTrailing());
    say("report: " + report);
    return faults.proven() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void end(LabCluster lab) {
    try {
      lab.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the lab was not ended; try lab down", e);
    }
  }

  private void requireBetween(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '%s': %d; allowed: %d to %d"
              .formatted(option, value, least, most));
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
