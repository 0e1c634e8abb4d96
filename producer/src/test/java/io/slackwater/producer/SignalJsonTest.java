package io.slackwater.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a monitor may write. */
class SignalJsonTest {
  private static PaceSignal read(String json) {
    return SignalJson.read(json.getBytes(UTF_8));
  }

  @Test
  void everyFieldIsRead() {
    assertThat(
            read(
                """
                {"group":"g","at":"2026-01-01T14:00:00.250Z","validFor":"PT30S","lagSeconds":12.5,
                 "lagGrowthPerSecond":-0.5,"retentionHeadroomSeconds":3600,"more":[1]}
                """))
        .isEqualTo(
            new PaceSignal(
                "g",
                1_767_276_000_250L,
                30_000,
                OptionalDouble.of(12.5),
                OptionalDouble.of(-0.5),
                OptionalDouble.of(3600)));
  }

  @Test
  void nullAndMissingAreUnknown() {
    assertThat(read("{\"group\":\"g\",\"at\":7,\"validFor\":1.5,\"lagSeconds\":null}"))
        .isEqualTo(
            new PaceSignal(
                "g",
                7,
                1_500,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | group: expected a text",
        "{ | not JSON",
        "{\"at\":1,\"validFor\":1} | group: expected a text",
        "{\"group\":\"g\",\"validFor\":1} | at: expected an ISO-8601 instant",
        "{\"group\":\"g\",\"at\":1} | validFor: expected seconds",
        "{\"group\":\"g\",\"at\":1,\"validFor\":-1} | validFor: expected seconds",
        "{\"group\":\"g\",\"at\":1,\"validFor\":1,\"lagSeconds\":\"x\"} | lagSeconds: expected a",
      })
  void whatIsNoSignalIsRefusedInOneLine(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
