package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private static final String SHIPPED = "../config/slackwater.yaml";

  @Test
  void theFileIsReadAndOverridden() {
    var config =
        Main.config(List.of("--set", "job.name=a", "--config", SHIPPED, "--set", "job.name=b"));

    assertThat(config.job().name()).isEqualTo("b");
    assertThat(config.events().topic()).isEqualTo("events");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none,--config is missing",
        "--config,argument 1 is not understood",
        "--set a=b,--config is missing",
        "--conf x,argument 1 is not understood"
      })
  void whatIsNotUnderstoodIsRefused(String arguments, String problem) {
    List<String> given = arguments == null ? List.of() : List.of(arguments.split(" "));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Main.config(given))
        .withMessage(
            problem
                + "; allowed: --config FILE [--set KEY=VALUE]..."
                + " [--accept-lost-transaction=NAME]...");
  }
}
