package io.slackwater.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.producer.Pace.Reason;
import io.slackwater.producer.PaceSettings.WhenStale;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The rule alone, on times that the test makes up. */
class PacePolicyTest {
  private static final double FLOOR = 5;
  private static final long RECOVERY_MS = 20_000;

  private final PacePolicy policy = new PacePolicy(settings(WhenStale.RELEASE));

  static PaceSettings settings(WhenStale whenStale) {
    return new PaceSettings(
        Set.of("g"),
        Duration.ofSeconds(10),
        Duration.ofMinutes(10),
        0.5,
        Duration.ofMillis(RECOVERY_MS),
        FLOOR,
        Duration.ofSeconds(30),
        whenStale);
  }

  static PaceSignal signal(long at, Double lag, Double growth, Double headroom) {
    return new PaceSignal("g", at, 5_000, number(lag), number(growth), number(headroom));
  }

  private static OptionalDouble number(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private Pace next(Pace before, PaceSignal signal, long now) {
    return policy.next(before, Optional.of(signal), 1_000, now);
  }

  @Example
  void withoutAnySignalItIsFree() {
    Pace pace = policy.next(Pace.free(0), Optional.empty(), 1_000, 1_000);

    assertThat(pace.isFree()).isTrue();
    assertThat(pace.reason()).isEqualTo(Reason.NO_SIGNAL);
  }

  @Example
  void lagWithinTheTargetSlowsNothingDown() {
    Pace pace = next(Pace.free(0), signal(1, 10.0, 3.0, null), 1);

    assertThat(pace.isFree()).isTrue();
    assertThat(pace.reason()).isEqualTo(Reason.KEEPING_UP);
  }

  @Example
  void eachSignalOfAGrowingLagHalvesTheRateOnce() {
    Pace first = next(Pace.free(0), signal(1, 11.0, 0.1, null), 1);
    Pace sameSignal = next(first, signal(1, 11.0, 0.1, null), 2_000);
    Pace second = next(sameSignal, signal(2_000, 12.0, 0.1, null), 2_000);

    assertThat(List.of(first.rate(), sameSignal.rate(), second.rate()))
        .containsExactly(500.0, 500.0, 250.0);
    assertThat(second.reason()).isEqualTo(Reason.FALLING_BEHIND);
    assertThat(second.ceiling()).isEqualTo(1_000);
  }

  @Example
  void unknownGrowthOfALagAboveTheTargetCountsAsGrowth() {
    assertThat(next(Pace.free(0), signal(1, 11.0, null, null), 1).rate()).isEqualTo(500);
  }

  @Example
  void shrinkingLagAboveTheTargetKeepsThePace() {
    Pace slowed = next(Pace.free(0), signal(1, 60.0, 1.0, null), 1);
    Pace later = next(slowed, signal(5_000, 50.0, -1.0, null), 5_000);

    assertThat(later.rate()).isEqualTo(500);
    assertThat(later.reason()).isEqualTo(Reason.CATCHING_UP);
  }

  @Example
  void nearDeletionSlowsDownEvenWhileTheLagShrinks() {
    Pace pace = next(Pace.free(0), signal(1, 3.0, -1.0, 599.0), 1);

    assertThat(pace.rate()).isEqualTo(500);
    assertThat(pace.reason()).isEqualTo(Reason.RETENTION_NEAR);
  }

  @Example
  void unknownLagChangesNothing() {
    Pace slowed = next(Pace.free(0), signal(1, 60.0, 1.0, null), 1);
    Pace later = next(slowed, signal(5_000, null, null, null), 5_000);

    assertThat(later.rate()).isEqualTo(500);
    assertThat(later.reason()).isEqualTo(Reason.UNKNOWN_LAG);
  }

  @Example
  void itComesBackLinearlyAndThenIsFree() {
    Pace slowed = next(Pace.free(0), signal(0, 60.0, 1.0, null), 0);
    Pace half = next(slowed, signal(4_000, 1.0, -1.0, null), 4_000);
    Pace whole = next(half, signal(10_000, 1.0, -1.0, null), 10_000);

    assertThat(half.rate()).isEqualTo(700);
    assertThat(whole.isFree()).isTrue();
  }

  @Example
  void whenSignalsStopItHoldsAndThenDoesWhatWasChosen() {
    PaceSignal last = signal(0, 60.0, 1.0, null);
    Pace slowed = next(Pace.free(0), last, 0);

    for (WhenStale choice : WhenStale.values()) {
      PacePolicy chosen = new PacePolicy(settings(choice));
      Pace held = chosen.next(slowed, Optional.of(last), 500, 35_000);
      Pace after = chosen.next(held, Optional.of(last), 500, 39_000);

      assertThat(held.rate()).isEqualTo(500);
      assertThat(List.of(held.reason(), after.reason())).containsOnly(Reason.STALE);
      assertThat(after.rate())
          .isEqualTo(
              switch (choice) {
                case RELEASE -> 700;
                case HOLD -> 500;
                case FLOOR -> FLOOR;
              });
    }
  }

  @Property
  void noBadNewsRaisesAndNoGoodNewsLowers(
      @ForAll("histories") List<PaceSignal> history, @ForAll("bad") PaceSignal bad) {
    Pace pace = after(history);
    long now = pace.sinceMs() + 1_000;

    assertThat(next(pace, at(bad, now), now).rate()).isLessThanOrEqualTo(pace.rate());
    assertThat(next(pace, signal(now, 0.0, 0.0, null), now).rate())
        .isGreaterThanOrEqualTo(pace.rate());
  }

  @Property
  void nobodyStarves(@ForAll("histories") List<PaceSignal> history) {
    assertThat(after(history).rate()).isGreaterThanOrEqualTo(FLOOR);
  }

  @Property
  void afterAnyHistoryGoodNewsFreesWithinTheRecoveryTime(
      @ForAll("histories") List<PaceSignal> history) {
    Pace pace = after(history);
    long start = pace.sinceMs();
    for (long passed = 1_000; passed <= RECOVERY_MS; passed += 1_000) {
      pace = next(pace, signal(start + passed, 0.0, 0.0, null), start + passed);
    }

    assertThat(pace.isFree()).isTrue();
  }

  @Property
  void afterAnyHistorySilenceFreesInTheEnd(@ForAll("histories") List<PaceSignal> history) {
    Pace pace = after(history);
    long start = pace.sinceMs();
    PaceSignal last = history.get(history.size() - 1);
    for (long passed = 1_000; passed <= 5_000 + 31_000 + RECOVERY_MS; passed += 1_000) {
      pace = next(pace, at(last, start), start + passed);
    }

    assertThat(pace.isFree()).isTrue();
  }

  private static PaceSignal at(PaceSignal signal, long at) {
    return new PaceSignal(
        "g",
        at,
        5_000,
        signal.lagSeconds(),
        signal.lagGrowthPerSecond(),
        signal.retentionHeadroomSeconds());
  }

  /** One signal each second, each looked at at once. */
  private Pace after(List<PaceSignal> history) {
    Pace pace = Pace.free(0);
    long now = 0;
    for (PaceSignal signal : history) {
      now += 1_000;
      pace = next(pace, at(signal, now), now);
    }
    return pace;
  }

  @Provide
  Arbitrary<List<PaceSignal>> histories() {
    return signals(Arbitraries.doubles().between(0, 100)).list().ofMinSize(1).ofMaxSize(40);
  }

  @Provide
  Arbitrary<PaceSignal> bad() {
    return Arbitraries.doubles().between(10.01, 1e6).map(lag -> signal(0, lag, 1.0, null));
  }

  static Arbitrary<PaceSignal> signals(Arbitrary<Double> lag) {
    return Combinators.combine(
            lag.injectNull(0.1),
            Arbitraries.doubles().between(-2, 2).injectNull(0.1),
            Arbitraries.doubles().between(0, 5_000).injectNull(0.5))
        .as((l, growth, headroom) -> signal(0, l, growth, headroom));
  }
}
