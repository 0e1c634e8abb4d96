package io.slackwater.lab;

import io.slackwater.lab.cluster.LabCommand;
import io.slackwater.lab.demo.DemoCommand;
import io.slackwater.lab.drill.DrillCommand;
import io.slackwater.lab.faults.FaultsCommand;
import io.slackwater.lab.generate.GenerateCommand;
import io.slackwater.ops.CommandErrors;
import io.slackwater.ops.RunCommand;
import io.slackwater.ops.SchemaCommand;
import io.slackwater.ops.check.CheckCommand;
import io.slackwater.ops.lateness.LatenessCommand;
import io.slackwater.ops.monitor.MonitorCommand;
import io.slackwater.ops.recount.CorrectCommand;
import io.slackwater.ops.recount.DeadLettersCommand;
import io.slackwater.ops.recount.VerifyCommand;
import io.slackwater.ops.runbook.RescaleCommand;
import io.slackwater.ops.runbook.RollbackCommand;
import io.slackwater.ops.runbook.SavepointCommand;
import io.slackwater.ops.runbook.UpgradeCommand;
import io.slackwater.ops.size.SizeCommand;
import io.slackwater.ops.state.StateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All commands of {@code ./slackwater}. */
@Command(
    name = "slackwater",
    mixinStandardHelpOptions = true,
    version = "Slackwater 0.1.0",
    description = "A Flink job whose numbers add up.",
    footer = {
      "",
      "Exit status: 0 done, 1 a problem was found, 2 wrong usage or configuration, 130 Ctrl-C.",
      "slackwater COMMAND --help explains a command."
    },
    subcommands = {
      DemoCommand.class,
      RunCommand.class,
      SchemaCommand.class,
      CheckCommand.class,
      SizeCommand.class,
      VerifyCommand.class,
      CorrectCommand.class,
      DeadLettersCommand.class,
      MonitorCommand.class,
      StateCommand.class,
      LatenessCommand.class,
      GenerateCommand.class,
      SavepointCommand.class,
      RescaleCommand.class,
      UpgradeCommand.class,
      RollbackCommand.class,
      LabCommand.class,
      DrillCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Ends the JVM with the command's exit status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** With all subcommands, and errors as users see them. */
  public static CommandLine commandLine() {
    CommandErrors errors = new CommandErrors();
    CommandLine main = new CommandLine(new Main());
    main.getSubcommands().get("lab").addSubcommand(new FaultsCommand());
    return main.setParameterExceptionHandler(errors).setExecutionExceptionHandler(errors);
  }

  @Override
  public void run() {
    String names = String.join(", ", spec.subcommands().keySet());
    throw new ParameterException(spec.commandLine(), "Missing command: one of " + names);
  }
}
