package io.slackwater.producer;

import io.slackwater.producer.Pace.Reason;
import java.util.Optional;

/**
 * Additive increase, multiplicative decrease: the rule by which TCP shares a line, with the
 * consumers' lag in the place of lost packets. Producers that follow it on their own end up with
 * equal shares. Pure: the same arguments give the same pace.
 *
 * <p>A signal lowers the rate once, however often it is looked at, since what it asks for can only
 * show in a later one. The rate rises with time.
 */
public final class PacePolicy {
  private final PaceSettings settings;

  public PacePolicy(PaceSettings settings) {
    this.settings = settings;
  }

  /**
   * The pace from now on.
   *
   * @param signal the newest there is
   * @param observedRate records per second that were sent lately: what a free producer is slowed
   *     down from
   */
  public Pace next(Pace before, Optional<PaceSignal> signal, double observedRate, long nowMs) {
    if (signal.isEmpty()) {
      return before;
    }
    PaceSignal said = signal.get();
    if (said.isStale(nowMs)) {
      return stale(before, nowMs - said.expiresMs(), observedRate, nowMs);
    }
    boolean behind = said.lagSeconds().orElse(0) > seconds(settings.lagTarget());
    boolean growing = said.lagGrowthPerSecond().orElse(1) > 0;
    boolean nearDeletion =
        said.retentionHeadroomSeconds().orElse(Double.POSITIVE_INFINITY)
            < seconds(settings.minHeadroom());
    if (nearDeletion || (behind && growing)) {
      Reason reason = nearDeletion ? Reason.RETENTION_NEAR : Reason.FALLING_BEHIND;
      return said.atMs() > before.signalAtMs()
          ? slowed(before, said.atMs(), observedRate, nowMs, reason)
          : held(before, nowMs, reason);
    }
    if (behind) {
      return held(before, nowMs, Reason.CATCHING_UP);
    }
    return said.lagSeconds().isEmpty()
        ? held(before, nowMs, Reason.UNKNOWN_LAG)
        : recovering(before, nowMs, Reason.KEEPING_UP);
  }

  private Pace stale(Pace before, long staleMs, double observedRate, long nowMs) {
    if (staleMs <= settings.staleHold().toMillis()) {
      return held(before, nowMs, Reason.STALE);
    }
    return switch (settings.whenStale()) {
      case RELEASE -> recovering(before, nowMs, Reason.STALE);
      case HOLD -> held(before, nowMs, Reason.STALE);
      case FLOOR ->
          new Pace(
              settings.floorRate(),
              ceiling(before, observedRate),
              before.signalAtMs(),
              nowMs,
              Reason.STALE);
    };
  }

  private Pace slowed(
      Pace before, long signalAtMs, double observedRate, long nowMs, Reason reason) {
    double ceiling = ceiling(before, observedRate);
    double rate = (before.isFree() ? ceiling : before.rate()) * settings.decrease();
    return new Pace(Math.max(settings.floorRate(), rate), ceiling, signalAtMs, nowMs, reason);
  }

  private double ceiling(Pace before, double observedRate) {
    return before.isFree() ? Math.max(settings.floorRate(), observedRate) : before.ceiling();
  }

  private static Pace held(Pace before, long nowMs, Reason reason) {
    return new Pace(before.rate(), before.ceiling(), before.signalAtMs(), nowMs, reason);
  }

  private Pace recovering(Pace before, long nowMs, Reason reason) {
    double elapsed = Math.max(0, nowMs - before.sinceMs()) / 1e3;
    double rate = before.rate() + before.ceiling() * elapsed / seconds(settings.recovery());
    return before.isFree() || rate >= before.ceiling()
        ? new Pace(
            Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, before.signalAtMs(), nowMs, reason)
        : new Pace(rate, before.ceiling(), before.signalAtMs(), nowMs, reason);
  }

  private static double seconds(java.time.Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
