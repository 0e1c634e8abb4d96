package io.slackwater.ops.size;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.CommandErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SizeCommandTest {
  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "io", "slackwater", "ops", "size", "default-load.txt");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int size(String... arguments) {
    CommandErrors errors = new CommandErrors();
    return new CommandLine(new SizeCommand())
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Checked by hand; {@code -Dslackwater.update-docs=true} writes it anew. */
  @Test
  void theDefaultLoad() throws Exception {
    assertThat(size()).isZero();
    if (Boolean.getBoolean("slackwater.update-docs")) {
      Files.writeString(GOLDEN, out.toString());
    }
    assertThat(out).hasToString(Files.readString(GOLDEN));
  }

  @Test
  void limitsThatBindAreMarked() {
    assertThat(size("--rate", "300000", "--customers", "500000000", "--outage", "8d")).isZero();

    assertThat(out.toString().lines().filter(line -> line.startsWith("!   limit: ")).toList())
        .containsExactly(
            "!   limit: task state limit 32 GB: use more subtasks",
            "!   limit: 4 subtasks process 200 k/s, so a lag never shrinks: use more subtasks",
            "!   limit: 4 subtasks process 200 k/s, so a lag never shrinks: use more subtasks",
            "!   limit: retention 7 d: the beginning of the outage is deleted by then; raise the retention");
    assertThat(out.toString())
        .contains("time to catch up                                    never");
  }

  @Test
  void filesSayWhatTheySayAndOptionsComeFirst() throws Exception {
    int status =
        size(
            "--json",
            "--config",
            "../config/slackwater.yaml",
            "--flink",
            "../config/flink/production.yaml",
            "--checkpoint-interval",
            "1min");

    assertThat(status).isZero();
    JsonNode inputs = new ObjectMapper().readTree(out.toString()).path("inputs");
    assertThat(inputs.path("checkpoint-interval").asDouble()).isEqualTo(60);
    assertThat(inputs.path("checkpoint-timeout").asDouble()).isEqualTo(600);
    assertThat(inputs.path("retained-checkpoints").asDouble()).isEqualTo(3);
    assertThat(inputs.path("slots-per-node").asDouble()).isEqualTo(2);
    assertThat(inputs.path("max-parallelism").asDouble()).isEqualTo(720);
    assertThat(inputs.path("ttl").asDouble()).isEqualTo(604_800);
    assertThat(inputs.path("rate").asDouble()).isEqualTo(50_000);
  }

  @Test
  void neverIsNullInJson() throws Exception {
    assertThat(size("--json", "--rate", "200000")).isZero();

    for (JsonNode line : new ObjectMapper().readTree(out.toString()).path("results")) {
      if (line.path("id").asText().equals("catch-up-now")) {
        assertThat(line.path("value").isNull()).isTrue();
        assertThat(line.path("binds").asText()).startsWith("4 subtasks process 200 k/s");
        return;
      }
    }
    throw new AssertionError("no catch-up-now");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate=-5 | --rate: value '-5' is not allowed; allowed: more than 0, at most 1e18",
        "--rate=many | --rate: value 'many' is not allowed; allowed: a number, such as 50000",
        "--parallelism=2.5 | --parallelism: value '2.5' is not allowed; allowed: a whole number",
        "--record-size=2XB | --record-size: value '2XB' is not allowed; allowed: a size, such as 500, 2KB, 25GB or 64MiB",
        "--outage=soon | --outage: value 'soon' is not allowed; allowed: a duration, such as 30s, 1h or 7d",
      })
  void wrongValuesAreRefused(String argument, String message) {
    assertThat(size(argument)).isEqualTo(2);
    assertThat(err).hasToString("size: " + message + ". See size --help\n");
  }
}
