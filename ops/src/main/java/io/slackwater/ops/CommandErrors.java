package io.slackwater.ops;

import io.slackwater.job.Reason;
import io.slackwater.job.config.InvalidConfigException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What users see of a failure: one line on stderr for each problem, and exit status 2 where the
 * command line or the configuration is at fault, 1 otherwise. Stack traces go to the log.
 */
public final class CommandErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(CommandErrors.class);

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    complain(command, what(wrong) + ". See " + name(command) + " --help");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult arguments) {
    if (failure instanceof InvalidConfigException invalid) {
      invalid.problems().forEach(problem -> complain(command, problem));
      return ExitCode.USAGE;
    }
    LOG.error("{} failed", name(command), failure);
    complain(command, oneLine(failure));
    return ExitCode.SOFTWARE;
  }

  /** A first word that is no command is most likely a mistyped one. */
  private static String what(ParameterException wrong) {
    boolean isCommand =
        wrong instanceof UnmatchedArgumentException unmatched
            && !unmatched.isUnknownOption()
            && !wrong.getCommandLine().getSubcommands().isEmpty();
    if (!isCommand) {
      return wrong.getMessage();
    }
    UnmatchedArgumentException unmatched = (UnmatchedArgumentException) wrong;
    String command = "Unknown command: '" + unmatched.getUnmatched().get(0) + "'";
    List<String> suggestions = unmatched.getSuggestions();
    return suggestions.isEmpty() ? command : command + "; did you mean " + suggestions.get(0) + "?";
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static void complain(CommandLine command, String problem) {
    PrintWriter err = command.getErr();
    err.println(name(command) + ": " + problem);
    err.flush();
  }

  private static String oneLine(Throwable failure) {
    if (failure instanceof KafkaException) {
      return "the Kafka client fails (%s): check kafka.bootstrap-servers and kafka.properties"
          .formatted(Reason.of(failure));
    }
    String message = failure.getMessage();
    return message == null ? failure.toString() : message.lines().findFirst().orElse("");
  }
}
