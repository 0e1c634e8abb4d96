package io.slackwater.ops.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a wrong command line is told. */
class RecountCommandsTest {
  private final StringWriter err = new StringWriter();

  @Test
  void rangeMustBeWholeWindows() {
    int status = verify("--from", "2026-01-01T14:00:30Z", "--to", "2026-01-01T15:00:00Z");

    assertThat(status).isEqualTo(2);
    assertThat(err)
        .hasToString(
            "verify: from 2026-01-01T14:00:30Z cuts a window of 60000 ms: give 2026-01-01T14:00:00Z or 2026-01-01T14:01:00Z. See verify --help\n");
  }

  @Test
  void rangeMustNotBeEmpty() {
    int status = verify("--from", "2026-01-01T15:00:00Z", "--to", "2026-01-01T14:00:00Z");

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("is empty: give a later end");
  }

  @Test
  void timeNeedsAnOffset() {
    int status = verify("--from", "2026-01-01T14:00:00", "--to", "2026-01-01T15:00:00Z");

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("is no ISO-8601 time with an offset");
  }

  @Test
  void sinkMustBeConfigured() {
    int status =
        verify("--from", "2026-01-01T14:00:00Z", "--to", "2026-01-01T15:00:00Z", "--sink", "jdbc");

    assertThat(status).isEqualTo(2);
    assertThat(err.toString()).contains("results.jdbc is not configured; give --sink kafka");
  }

  private int verify(String... arguments) {
    CommandErrors errors = new CommandErrors();
    CommandLine command =
        new CommandLine(new VerifyCommand())
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors)
            .setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 2];
    all[0] = "--config";
    all[1] = "../config/slackwater.yaml";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return command.execute(all);
  }
}
