package io.slackwater.producer;

/**
 * Lets through so many records per second. In no stretch of time {@code t} are there more than
 * {@code rate * t} and one burst: what 20 ms hold, as a thread that waits wakes up no more exactly
 * than that, or one record. Not thread-safe.
 */
final class TokenBucket {
  private static final double BURST_SECONDS = 0.02;

  private double rate = Double.POSITIVE_INFINITY;
  private double tokens;
  private long atNanos;

  TokenBucket(long nowNanos) {
    this.atNanos = nowNanos;
  }

  static double burst(double rate) {
    return Math.max(1, rate * BURST_SECONDS);
  }

  /**
   * @param perSecond infinite: everything passes
   */
  void rate(double perSecond, long nowNanos) {
    refill(nowNanos);
    rate = perSecond;
    tokens = rate == Double.POSITIVE_INFINITY ? 0 : Math.min(tokens, burst(rate));
  }

  /**
   * Takes a token, if there is one.
   *
   * @return 0 if it was taken, else ns until there will be one
   */
  long take(long nowNanos) {
    if (rate == Double.POSITIVE_INFINITY) {
      return 0;
    }
    refill(nowNanos);
    if (tokens >= 1) {
      tokens--;
      return 0;
    }
    return Math.max(1, (long) Math.ceil((1 - tokens) / rate * 1e9));
  }

  private void refill(long nowNanos) {
    long elapsed = Math.max(0, nowNanos - atNanos);
    atNanos = Math.max(atNanos, nowNanos);
    if (rate != Double.POSITIVE_INFINITY) {
      tokens = Math.min(burst(rate), tokens + rate * elapsed / 1e9);
    }
  }
}
