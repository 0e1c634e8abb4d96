package io.slackwater.ops;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongConsumer;

/**
 * How far a pass has come, on stderr: rewritten in place on a terminal, a line now and then else.
 */
public final class ProgressLine implements LongConsumer, AutoCloseable {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final int CELLS = 30;

  private final PrintWriter err;
  private final InstantSource clock;
  private final boolean terminal;
  private final String what;
  private final long total;
  private final String then;
  private final long startedMs;
  private long saidMs;

  /**
   * Progress on {@code err}, with the system's clock.
   *
   * @param total offsets to be read; some hold no record, so the end may come early
   * @param then what is done when all has been read; may be empty
   */
  @SuppressWarnings("SystemConsoleNull") // The build requires JDK 17, where it is null.
  public static ProgressLine on(PrintWriter err, String what, long total, String then) {
    boolean terminal = System.console() != null;
    return new ProgressLine(err, InstantSource.system(), terminal, what, total, then);
  }

  ProgressLine(
      PrintWriter err,
      InstantSource clock,
      boolean terminal,
      String what,
      long total,
      String then) {
    this.err = err;
    this.clock = clock;
    this.terminal = terminal;
    this.what = what;
    this.total = total;
    this.then = then;
    this.startedMs = clock.millis();
    this.saidMs = startedMs;
  }

  @Override
  public void accept(long read) {
    long now = clock.millis();
    if (!terminal && now - saidMs < BETWEEN_LINES.toMillis()) {
      return;
    }
    saidMs = now;
    String line = text(read, now - startedMs);
    err.print(terminal ? "\r" + line : line + System.lineSeparator());
    err.flush();
  }

  private String text(long read, long elapsedMs) {
    int done = total == 0 ? CELLS : (int) Math.min(CELLS, CELLS * read / total);
    String left =
        read == 0 || read >= total
            ? read == 0 || then.isEmpty() ? "" : ", " + then
            : ", %s left".formatted(time(elapsedMs * (total - read) / read));
    return "%s [%s%s] %,d of %,d records%s   "
        .formatted(what, "#".repeat(done), ".".repeat(CELLS - done), read, total, left);
  }

  private static String time(long ms) {
    Duration left = Duration.ofMillis(ms);
    return "%d:%02d:%02d".formatted(left.toHours(), left.toMinutesPart(), left.toSecondsPart());
  }

  @Override
  public void close() {
    if (terminal) {
      err.print("\r" + " ".repeat(100) + "\r");
      err.flush();
    }
  }
}
