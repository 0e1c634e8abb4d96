package io.slackwater.lab.demo;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command around {@link Demo}: options, terminal, exit status. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs everything embedded: a real Kafka broker, a real Flink, simulated producers.",
      "Their events are late, duplicated, malformed, from the future; one partition falls silent,"
          + " a task manager is killed. Shows the results as they come, then proves from the"
          + " topics alone that every record is in exactly one place and every number is right.",
      "Needs nothing but Java, and leaves nothing behind."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int SHORTEST_SECONDS = 10;
  private static final int LONGEST_SECONDS = 3600;
  private static final int MOST_PARTITIONS = 100;

  /** Width of the terminal, told by the launcher if there is one. */
  private static final String COLUMNS = "slackwater.columns";

  @Option(
      names = "--seconds",
      description = "How long producers send, ${DEFAULT-VALUE} by default.",
      defaultValue = "60")
  private int seconds;

  @Option(
      names = "--rate",
      description = "Events per second, ${DEFAULT-VALUE} by default.",
      defaultValue = "2000")
  private int rate;

  @Option(
      names = "--partitions",
      description = "Partitions of the events topic, ${DEFAULT-VALUE} by default.",
      defaultValue = "12")
  private int partitions;

  @Option(
      names = "--producers",
      description = "Simulated producers, ${DEFAULT-VALUE} by default.",
      defaultValue = "200")
  private int producers;

  @Option(
      names = "--seed",
      description = "Of what is random in the traffic, ${DEFAULT-VALUE} by default.",
      defaultValue = "1")
  private long seed;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    DemoPlan plan = plan();
    PrintWriter out = spec.commandLine().getOut();
    Integer columns = Integer.getInteger(COLUMNS);
    Screen screen = columns == null ? Screen.lines(out) : Screen.redrawn(out, columns);
    Demo demo = new Demo(plan, Clock.systemUTC(), screen);
    Runtime.getRuntime().addShutdownHook(new Thread(demo::stop, "demo-stop"));
    Outcome outcome = demo.run();
    out.print(outcome.text());
    out.flush();
    return outcome.proven() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private DemoPlan plan() {
    requireBetween("--seconds", seconds, SHORTEST_SECONDS, LONGEST_SECONDS);
    requireBetween("--rate", rate, 1, 1_000_000);
    requireBetween("--partitions", partitions, 1, MOST_PARTITIONS);
    requireBetween("--producers", producers, partitions, 100_000);
    return new DemoPlan(Duration.ofSeconds(seconds), rate, partitions, producers, seed);
  }

  private void requireBetween(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '%s': %d; allowed: %d to %d"
              .formatted(option, value, least, most));
    }
  }
}
