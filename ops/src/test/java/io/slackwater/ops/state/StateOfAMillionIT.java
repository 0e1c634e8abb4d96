package io.slackwater.ops.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.savepoint.SavepointFacts;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As many customers as a real job has, in the memory of a test. */
@Tag("long")
class StateOfAMillionIT {
  private static final int OTHERS = 1_000_000;

  @Test
  void aMillionCustomersAreCountedOneByOne() throws Exception {
    try (TakenSavepoints taken = new TakenSavepoints(OTHERS)) {
      for (SavepointFormatType format : SavepointFormatType.values()) {
        SavepointFacts facts = SavepointFacts.read(taken.of(format));
        StateSurvey survey =
            StateSurvey.of(
                facts,
                taken.config(),
                OptionalLong.empty(),
                List.of(Duration.ofHours(1)),
                keys -> {});

        assertThat(survey.customers()).isEqualTo(OTHERS + 4);
        assertThat(survey.olderThan()).containsEntry(Duration.ofHours(1), OTHERS + 1L);
        assertThat(survey.windowEntries()).isEqualTo(3);
        assertThat(survey.shares(16).stream().mapToLong(SubtaskShare::customers).sum())
            .isEqualTo(OTHERS + 4);
        assertThat(
                CustomerLookup.find(
                        facts, taken.config(), "other-999999", OptionalLong.empty(), keys -> {})
                    .status())
            .isEqualTo("matched");
      }
    }
  }
}
