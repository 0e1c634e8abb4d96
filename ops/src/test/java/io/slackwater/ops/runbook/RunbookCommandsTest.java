package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.CommandErrors;
import io.slackwater.testkit.embedded.FreePort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RunbookCommandsTest {
  private static final Path CONFIG = Path.of("..", "config", "slackwater.yaml");

  @TempDir private Path directory;

  @Command(
      name = "slackwater",
      subcommands = {
        SavepointCommand.class,
        RescaleCommand.class,
        UpgradeCommand.class,
        RollbackCommand.class
      })
  private static final class All {}

  private record Ran(int status, String out, String err) {}

  private static Ran run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandErrors errors = new CommandErrors();
    int status =
        new CommandLine(new All())
            .setParameterExceptionHandler(errors)
            .setExecutionExceptionHandler(errors)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Ran(status, out.toString(), err.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"savepoint", "rescale", "upgrade", "rollback"})
  void everyCommandExplainsItself(String command) {
    Ran ran = run(command, "--help");

    assertThat(ran.status()).isZero();
    assertThat(ran.out()).startsWith("Usage: slackwater " + command).contains("--journal=FILE");
    assertThat(ran.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rescale | Missing required option: '--to=N'",
        "rescale --to 0 | Invalid value for option '--to': 0; allowed: 1 or more",
        "rescale --to 2 --mode both | 'both' is not auto, in-place or savepoint",
        "upgrade | Missing required option: '--jar=FILE'",
        "savepoint --keep 0 | Invalid value for option '--keep': 0; allowed: 1 or more",
        "savepoint --every soon | 'soon' is no duration: a whole number and ms, s, m, h or d, such as 30s",
        "savepoint --timeout 0s | '0s' is no time at all",
        "savepoint --format zip | 'zip' is not canonical or native"
      })
  void wrongUsageIsOneLineAndStatusTwo(String arguments, String message) {
    Ran ran = run(arguments.split(" "));

    assertThat(ran.err()).contains(message).hasLineCount(1);
    assertThat(ran.status()).isEqualTo(2);
  }

  @Test
  void clusterThatDoesNotAnswerIsSaidInOneLine() throws Exception {
    Ran ran =
        run(
            "savepoint",
            "--config",
            CONFIG.toString(),
            "--journal",
            directory.resolve("journal.json").toString(),
            "--rest",
            "http://127.0.0.1:" + FreePort.find());

    assertThat(ran.err()).contains("no Flink answers at http://127.0.0.1:").hasLineCount(1);
    assertThat(ran.status()).isEqualTo(1);
  }

  @Test
  void rollbackWithoutAPastSaysSo() {
    Ran ran =
        run(
            "rollback",
            "--config",
            CONFIG.toString(),
            "--journal",
            directory.resolve("journal.json").toString());

    assertThat(ran.err()).contains("the journal knows nothing to go back to").hasLineCount(1);
    assertThat(ran.status()).isEqualTo(1);
  }
}
