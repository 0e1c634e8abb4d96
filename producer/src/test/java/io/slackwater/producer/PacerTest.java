package io.slackwater.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.producer.PaceSettings.WhenStale;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

/** What passes in how much time, on a clock that the test moves. */
class PacerTest {
  private static final long MS = 1_000_000;

  private final AtomicReference<Optional<PaceSignal>> newest =
      new AtomicReference<>(Optional.empty());
  private final Pacer pacer =
      new Pacer(PacePolicyTest.settings(WhenStale.RELEASE), group -> newest.get(), 0, 0);
  private long nanos;
  private long passed;
  private double allowed;
  private double least;
  private double largestBurst;

  /** Someone who always has a record to send, at most {@code demand} per second. */
  private void run(long until, double demand) {
    long due = nanos;
    while (nanos < until) {
      pacer.look(nanos, nanos / MS);
      long wait = nanos < due ? due - nanos : pacer.pass(nanos);
      if (wait == 0) {
        due = nanos + (long) (1e9 / demand);
        passed();
      } else {
        advance(Math.min(wait, Pacer.LOOK_NANOS));
      }
    }
  }

  private void advance(long by) {
    nanos += by;
    double rate = pacer.pace().rate();
    if (rate < Double.POSITIVE_INFINITY) {
      allowed += rate * by / 1e9;
    } else {
      passed = 0;
      allowed = 0;
      least = 0;
      largestBurst = 0;
    }
  }

  /**
   * {@code passed - allowed} may nowhere rise above an earlier value of it by more than a burst.
   */
  private void passed() {
    if (pacer.pace().isFree()) {
      return;
    }
    largestBurst = Math.max(largestBurst, TokenBucket.burst(pacer.pace().rate()));
    least = Math.min(least, passed - allowed);
    passed++;
    assertThat(passed - allowed - least).isLessThanOrEqualTo(largestBurst + 1e-3);
  }

  @Property(tries = 200)
  void inNoStretchOfTimeDoesMorePassThanIsPermitted(
      @ForAll("histories") List<PaceSignal> history,
      @ForAll @DoubleRange(min = 20, max = 3_000) double demand) {
    run(3_000 * MS, demand);
    for (PaceSignal signal : history) {
      newest.set(
          Optional.of(
              new PaceSignal(
                  "g",
                  nanos / MS,
                  5_000,
                  signal.lagSeconds(),
                  signal.lagGrowthPerSecond(),
                  signal.retentionHeadroomSeconds())));
      run(nanos + 1_000 * MS, demand);
    }
  }

  @Provide
  Arbitrary<List<PaceSignal>> histories() {
    return PacePolicyTest.signals(Arbitraries.doubles().between(0, 30)).list().ofSize(15);
  }

  @Example
  void atTheFloorTheFloorPasses() {
    run(2_000 * MS, 1_000);
    for (int i = 0; i < 20; i++) {
      newest.set(Optional.of(PacePolicyTest.signal(nanos / MS, 1e6, 5.0, 0.0)));
      run(nanos + 1_000 * MS, 1_000);
    }
    long before = passed;
    newest.set(Optional.of(PacePolicyTest.signal(nanos / MS, 1e6, 5.0, 0.0)));
    run(nanos + 4_000 * MS, 1_000);

    assertThat(pacer.pace().rate()).isEqualTo(5);
    assertThat(passed - before).isBetween(19L, 21L);
  }

  @Example
  void ownRateIsKnownFromTheFirstSeconds() {
    run(1_000 * MS, 500);

    assertThat(pacer.observedRate()).isBetween(400.0, 550.0);
  }

  @Example
  void slowestOfSeveralGroupsCounts() {
    PaceSettings one = PacePolicyTest.settings(WhenStale.RELEASE);
    PaceSettings two =
        new PaceSettings(
            java.util.Set.of("fast", "slow"),
            one.lagTarget(),
            one.minHeadroom(),
            one.decrease(),
            one.recovery(),
            one.floorRate(),
            one.staleHold(),
            one.whenStale());
    Pacer both =
        new Pacer(
            two,
            group ->
                Optional.of(PacePolicyTest.signal(1, group.equals("slow") ? 99.0 : 0.0, 1.0, null)),
            0,
            0);

    both.look(Pacer.LOOK_NANOS, 100);

    assertThat(both.pace().reason()).isEqualTo(Pace.Reason.FALLING_BEHIND);
  }
}
