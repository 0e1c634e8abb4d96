package io.slackwater.ops.lateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a wrong command line is told, and what help says. */
class LatenessCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int lateness(String... arguments) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new LatenessCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from 2026-01-01T14:00:00 | '2026-01-01T14:00:00' is no ISO-8601 time with an offset",
        "--from 2026-01-01T15:00:00Z --to 2026-01-01T14:00:00Z | is not before --to",
        "--sample 0% | '0%' is no share: above 0 and at most 100%, such as 0.01%",
        "--target-late-rate 2 | '2' is no share",
        "--bounds 5 | '5' is no duration: a whole number and ms, s, m, h or d, such as 30s",
      })
  void wrongUsageIsOneLineAndStatusTwo(String arguments, String message) {
    String all = "--config ../config/slackwater.yaml " + arguments;

    assertThat(lateness(all.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(message).hasLineCount(1);
    assertThat(out).hasToString("");
  }

  @Test
  void helpShowsTheDefaults() {
    assertThat(lateness("--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "may be late (default: 0.01%)",
            "0s,100ms,500ms,1s,2s,5s", "such as 5%", "95 % confidence");
  }
}
