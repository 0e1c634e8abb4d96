package io.slackwater.ops.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a wrong command line is told. */
class DeadLettersCommandTest {
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"list", "replay"})
  void rangeOfTimeMustNotBeEmpty(String command) {
    int status =
        deadLetters(
            command,
            "--config",
            "../config/slackwater.yaml",
            "--from",
            "2026-01-01T15:00:00Z",
            "--to",
            "2026-01-01T14:00:00Z");

    assertThat(status).isEqualTo(2);
    assertThat(err)
        .hasToString(
            "dead-letters %1$s: --from 2026-01-01T15:00:00Z is not before --to 2026-01-01T14:00:00Z: give a later end. See dead-letters %1$s --help\n"
                .formatted(command));
  }

  private int deadLetters(String... arguments) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new DeadLettersCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
