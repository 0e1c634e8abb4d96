package io.slackwater.producer;

import java.util.HashMap;
import java.util.Map;

/**
 * One producer's pace: looks at the signals ten times a second and lets through what they allow.
 * Times are given by the caller. Not thread-safe, but for {@link #pace} and {@link #observedRate}.
 */
final class Pacer {
  static final long LOOK_NANOS = 100_000_000;

  /** Over about how long the own rate is observed. */
  private static final double MEMORY_SECONDS = 5;

  private final PaceSettings settings;
  private final SignalSource signals;
  private final PacePolicy policy;
  private final Map<String, Pace> byGroup = new HashMap<>();
  private final TokenBucket bucket;
  private final long startedNanos;
  private long lookedNanos;
  private long passedSinceLook;
  private volatile Pace pace;
  private volatile double observedRate;

  Pacer(PaceSettings settings, SignalSource signals, long nowNanos, long nowMs) {
    this.settings = settings;
    this.signals = signals;
    this.policy = new PacePolicy(settings);
    this.bucket = new TokenBucket(nowNanos);
    this.startedNanos = nowNanos;
    this.lookedNanos = nowNanos;
    this.pace = Pace.free(nowMs);
    settings.groups().forEach(group -> byGroup.put(group, pace));
  }

  /** To be called ten times a second; more often does no harm. */
  void look(long nowNanos, long nowMs) {
    if (nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    observe(nowNanos);
    Pace slowest = null;
    for (String group : settings.groups()) {
      Pace next = policy.next(byGroup.get(group), signals.newest(group), observedRate, nowMs);
      byGroup.put(group, next);
      if (slowest == null || next.rate() < slowest.rate()) {
        slowest = next;
      }
    }
    pace = slowest;
    bucket.rate(slowest.rate(), nowNanos);
  }

  private void observe(long nowNanos) {
    double elapsed = (nowNanos - lookedNanos) / 1e9;
    double all = (nowNanos - startedNanos) / 1e9;
    // At first the whole past is shorter than the memory.
    double weight = Math.max(1 - Math.exp(-elapsed / MEMORY_SECONDS), elapsed / all);
    double before = observedRate;
    observedRate = before + weight * (passedSinceLook / elapsed - before);
    passedSinceLook = 0;
    lookedNanos = nowNanos;
  }

  /**
   * Asks whether a record may pass.
   *
   * @return 0 if it may and has, else ns to wait before asking again
   */
  long pass(long nowNanos) {
    long wait = bucket.take(nowNanos);
    if (wait == 0) {
      passedSinceLook++;
    }
    return wait;
  }

  Pace pace() {
    return pace;
  }

  double observedRate() {
    return observedRate;
  }
}
