package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slackwater.ops.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drills as a user runs them; that each can fail is as much of it as that each can pass. */
class DrillsIT {
  @TempDir private Path out;

  @BeforeAll
  static void atTheRoot() {
    System.setProperty(Installation.HOME, Path.of("..").toAbsolutePath().normalize().toString());
  }

  @AfterAll
  static void away() {
    System.clearProperty(Installation.HOME);
  }

  private UserCommand drill(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--out", out.toString()));
    return UserCommand.run(new DrillCommand(), all);
  }

  private JsonNode report(String name) throws Exception {
    return new ObjectMapper().readTree(out.resolve(name).resolve("report.json").toFile());
  }

  private List<String> unfulfilled(String name) throws Exception {
    JsonNode report = report(name);
    assertThat(report.path("failure").asText()).isEmpty();
    List<String> unfulfilled = new ArrayList<>();
    report
        .path("checks")
        .forEach(
            check -> {
              if (!check.path("holds").asBoolean()) {
                unfulfilled.add(check.path("what").asText());
              }
            });
    return unfulfilled;
  }

  private void passes(String name) throws Exception {
    UserCommand drill = drill(name);

    assertThat(drill.status()).as(drill.out() + drill.err()).isZero();
    assertThat(unfulfilled(name)).isEmpty();
    assertThat(out.resolve(name).resolve("report.html")).isNotEmptyFile();
  }

  private void failsWithoutSafeguard(String name) throws Exception {
    UserCommand drill = drill(name, "--without-safeguard");

    assertThat(drill.status()).as(drill.out() + drill.err()).isEqualTo(1);
    assertThat(unfulfilled(name)).isNotEmpty();
    assertThat(report(name).path("safeguarded").asBoolean()).isFalse();
  }

  @Test
  void oneEventOfTheYear2099DoesNoHarm() throws Exception {
    passes("poisoned-watermark");
  }

  @Test
  void withoutCorrectionTheTotalsStayWrong() throws Exception {
    failsWithoutSafeguard("zero-bound");
    assertThat(unfulfilled("zero-bound"))
        .containsExactly(
            "slackwater correct",
            "events in the table, corrected",
            "revenue in the table, corrected");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "delayed-partition",
        "stopped-partition",
        "zero-bound",
        "replayed-input",
        "expired-profile"
      })
  void theOutcomeIsTheExpectedOne(String name) throws Exception {
    passes(name);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "delayed-partition",
        "stopped-partition",
        "replayed-input",
        "expired-profile",
        "poisoned-watermark"
      })
  void withoutItsSafeguardTheOutcomeIsABadOne(String name) throws Exception {
    failsWithoutSafeguard(name);
  }
}
