package io.slackwater.ops.state;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Says on stderr how far a scan has come, every few seconds. */
final class ScanProgress {
  private static final long BETWEEN_LINES = Duration.ofSeconds(5).toNanos();

  private final PrintWriter err;
  private final LongSupplier nanos;
  private final long started;
  private long said;

  ScanProgress(PrintWriter err, LongSupplier nanos) {
    this.err = err;
    this.nanos = nanos;
    this.started = nanos.getAsLong();
    this.said = started;
  }

  void read(long keys) {
    long now = nanos.getAsLong();
    if (now - said < BETWEEN_LINES) {
      return;
    }
    said = now;
    long seconds = Duration.ofNanos(now - started).toSeconds();
    err.println(
        keys == 0
            ? "restoring the state, %d s".formatted(seconds)
            : "%,d keys read, %d s".formatted(keys, seconds));
    err.flush();
  }
}
