package io.slackwater.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingStillTest {
  private final StandingStill still = new StandingStill(Duration.ofSeconds(3));

  @Test
  void aPartitionIsIdleAfterTheIdlenessWhileAnotherMoves() {
    assertThat(still.observe(Map.of(0, 10L, 1, 10L), 1_000)).isEmpty();
    assertThat(still.observe(Map.of(0, 10L, 1, 20L), 3_999)).isEmpty();
    assertThat(still.observe(Map.of(0, 10L, 1, 30L), 4_000)).containsExactly(0);
  }

  @Test
  void itIsBackWithItsNextRecord() {
    assertThat(still.observe(Map.of(0, 10L, 1, 10L), 0)).isEmpty();
    assertThat(still.observe(Map.of(0, 10L, 1, 20L), 5_000)).containsExactly(0);
    assertThat(still.observe(Map.of(0, 11L, 1, 20L), 6_000)).isEmpty();
  }

  @Test
  void whenNothingMovesNobodyIsIdle() {
    assertThat(still.observe(Map.of(0, 10L, 1, 10L), 0)).isEmpty();
    assertThat(still.observe(Map.of(0, 10L, 1, 10L), 60_000)).isEmpty();
  }
}
