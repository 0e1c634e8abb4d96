package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final double EXACTLY = 1e-12;

  private static Vitals profiles(long read, long dead) {
    return new Vitals(0, 0, 0, 0, read, dead, 0, 0, 0);
  }

  /** 10 of 100 were dead since the start; of the 60 of the preflight 3 in 60 more may be. */
  @Test
  void chanceIsOnTopOfWhatWasSeen() {
    Baseline before = Baseline.of(profiles(40, 10), profiles(100, 10));

    assertThat(before.share(Quality.DEAD_CUSTOMERS)).isEqualTo(0.1);
    assertThat(before.atMost(Quality.DEAD_CUSTOMERS)).isCloseTo(0.1 + 0.05, within(EXACTLY));
  }

  /** Half of 20 is no share; one in ten is the most that so few leave to chance. */
  @Test
  void fewRecordsOfThePreflightAreNoShareOfTheirOwn() {
    Baseline before = Baseline.of(profiles(9_980, 40), profiles(10_000, 50));

    assertThat(before.share(Quality.DEAD_CUSTOMERS)).isEqualTo(0.005);
    assertThat(before.atMost(Quality.DEAD_CUSTOMERS)).isCloseTo(0.005 + 0.1, within(EXACTLY));
  }

  /** The rule of three holds up to a sample that is judged by itself. */
  @Test
  void enoughRecordsOfThePreflightLeaveNothingToChance() {
    Baseline few = Baseline.of(profiles(0, 0), profiles(199, 0));
    Baseline enough = Baseline.of(profiles(0, 0), profiles(200, 4));

    assertThat(few.atMost(Quality.DEAD_CUSTOMERS)).isCloseTo(3.0 / 199, within(EXACTLY));
    assertThat(enough.atMost(Quality.DEAD_CUSTOMERS)).isEqualTo(0.02);
  }

  @Test
  void journalOfTheFirstVersionLeavesNothingToChance() {
    Baseline first =
        new Baseline(profiles(60, 6), Map.of(Quality.DEAD_CUSTOMERS, 0.1), null, true, true);

    assertThat(first.atMost(Quality.DEAD_CUSTOMERS)).isEqualTo(0.1);
    assertThat(first.atMost(Quality.LATE)).isZero();
  }
}
