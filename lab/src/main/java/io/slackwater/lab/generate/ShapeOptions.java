package io.slackwater.lab.generate;

import io.slackwater.testkit.traffic.TrafficShape;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the traffic is like; the defaults are the demo's. */
final class ShapeOptions {
  private static final double HOT_SHARE = 0.05;
  private static final double NULL_SHARE = 0.002;
  private static final double TOMBSTONE_SHARE = 0.05;
  private static final double LATE_PROFILE_SHARE = 0.05;

  @Option(
      names = "--customers",
      description = "How many there are, ${DEFAULT-VALUE} by default.",
      defaultValue = "2000")
  private int customers;

  @Option(
      names = "--disorder",
      paramLabel = "MS",
      description =
          "How far behind the clock an ordinary event may be, ${DEFAULT-VALUE} ms by default.",
      defaultValue = "800")
  private long disorderMs;

  @Option(
      names = "--late-share",
      description =
          "Share of the events that come after their window, ${DEFAULT-VALUE} by default.",
      defaultValue = "0.01")
  private double late;

  @Option(
      names = "--duplicate-share",
      description = "Share of the events that are sent again, ${DEFAULT-VALUE} by default.",
      defaultValue = "0.02")
  private double duplicates;

  @Option(
      names = "--poisoned-share",
      description = "Share of the events from the future, ${DEFAULT-VALUE} by default.",
      defaultValue = "0.003")
  private double poisoned;

  @Option(
      names = "--malformed-share",
      description = "Share of what cannot be read, ${DEFAULT-VALUE} by default.",
      defaultValue = "0.01")
  private double malformed;

  @Option(
      names = "--padding",
      paramLabel = "BYTES",
      description = "Added to each event, ${DEFAULT-VALUE} by default.",
      defaultValue = "60")
  private int padding;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  TrafficShape shape() {
    double special = late + duplicates + poisoned + malformed + NULL_SHARE;
    boolean valid =
        Math.min(Math.min(late, duplicates), Math.min(poisoned, malformed)) >= 0 && special <= 1;
    if (!valid) {
      throw wrong("the shares must not be negative, and together at most 0.998");
    }
    if (customers < 1 || disorderMs < 0 || padding < 0) {
      throw wrong("--customers must be 1 or more, --disorder and --padding not negative");
    }
    return new TrafficShape(
        customers,
        HOT_SHARE,
        disorderMs,
        duplicates,
        late,
        poisoned,
        malformed,
        NULL_SHARE,
        TOMBSTONE_SHARE,
        LATE_PROFILE_SHARE,
        padding);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
