package io.slackwater.lab.drill;

import io.slackwater.ops.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * A command that a person would give, run in this JVM.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it complained about
 */
record UserCommand(int status, String out, String err) {

  /** Runs a command with the arguments of its command line. */
  static UserCommand run(Object command, List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandErrors errors = new CommandErrors();
    int status =
        new CommandLine(command)
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    return new UserCommand(status, out.toString(), err.toString());
  }
}
