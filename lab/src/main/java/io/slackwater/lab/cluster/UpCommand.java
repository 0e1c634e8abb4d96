package io.slackwater.lab.cluster;

import io.slackwater.ops.Installation;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Starts a lab. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a lab and returns when everything serves; topics and tables are there then.",
      "It lives until lab down."
    })
final class UpCommand implements Callable<Integer> {
  private static final int MOST_PROCESSES = 16;

  /** Each has a simulated producer of its own. */
  private static final int MOST_PARTITIONS = 60;

  private static final int MOST_EVENTS = 100_000;

  @ParentCommand private LabCommand parent;

  @Option(
      names = "--taskmanagers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Task managers, ${DEFAULT-VALUE} by default; each takes 1 GB.")
  private int taskManagers;

  @Option(
      names = "--slots",
      paramLabel = "S",
      defaultValue = "2",
      description = "Slots of each, ${DEFAULT-VALUE} by default.")
  private int slots;

  @Option(
      names = "--ha",
      description = "Starts a second job manager, which takes over when the first one dies.")
  private boolean standby;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "12",
      description = "Partitions of the events topic, ${DEFAULT-VALUE} by default.")
  private int partitions;

  @Option(names = "--submit", description = "Submits the job, on all slots.")
  private boolean submit;

  @Option(
      names = "--traffic",
      paramLabel = "RATE",
      description = "Starts a process that sends this many events per second, and their profiles.")
  private Integer rate;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    requireBetween("--taskmanagers", taskManagers, MOST_PROCESSES);
    requireBetween("--slots", slots, MOST_PROCESSES);
    requireBetween("--partitions", partitions, MOST_PARTITIONS);
    requireBetween("--traffic", rate == null ? 1 : rate, MOST_EVENTS);
    PrintWriter out = spec.commandLine().getOut();
    LabSettings settings =
        LabSettings.of(Installation.file(""), parent.directory())
            .withJobManagers(standby ? 2 : 1)
            .withTaskManagers(taskManagers, slots)
            .withEventPartitions(partitions);
    out.println("Starting a lab in " + settings.directory());
    out.flush();
    LabCluster lab = LabCluster.start(settings);
    LabSummary.print(lab, out);
    if (rate != null) {
      lab.startTraffic(rate, partitions);
      out.println("Traffic   %d events/s, until lab kill %s".formatted(rate, LabCluster.TRAFFIC));
    }
    if (submit) {
      String job = lab.submit(settings.installation(), Map.of(), taskManagers * slots, null);
      out.println("Submitted " + job);
    } else {
      out.println("lab submit submits the job; lab status shows the processes, lab down ends all");
    }
    out.flush();
    return ExitCode.OK;
  }

  private void requireBetween(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '%s': %d; allowed: 1 to %d".formatted(option, value, most));
    }
  }
}
