package io.slackwater.lab.generate;

import java.io.PrintWriter;
import java.time.Duration;

/** How much was sent and how fast: rewritten in place on a terminal, a line now and then else. */
final class PaceLine implements AutoCloseable {
  static final long EVERY_MS = 200;

  private static final long BETWEEN_LINES_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long BETWEEN_REWRITES_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int WIDTH = 100;

  private final PrintWriter err;
  private final Generation generation;
  private final boolean terminal;
  private long saidNanos = System.nanoTime();
  private long saidEvents;

  @SuppressWarnings("SystemConsoleNull") // The build requires JDK 17, where it is null.
  PaceLine(PrintWriter err, Generation generation) {
    this.err = err;
    this.generation = generation;
    this.terminal = System.console() != null;
  }

  void say() {
    long now = System.nanoTime();
    long elapsed = now - saidNanos;
    if (elapsed < (terminal ? BETWEEN_REWRITES_NANOS : BETWEEN_LINES_NANOS)) {
      return;
    }
    long events = generation.acknowledged();
    double rate = (events - saidEvents) / (elapsed / 1e9);
    String line =
        "sent %,d events, now %,.0f/s; pace: %s".formatted(events, rate, generation.pace());
    err.print(
        terminal
            ? "\r" + line + " ".repeat(Math.max(0, WIDTH - line.length()))
            : line + System.lineSeparator());
    err.flush();
    saidNanos = now;
    saidEvents = events;
  }

  @Override
  public void close() {
    if (terminal) {
      err.print("\r" + " ".repeat(WIDTH) + "\r");
      err.flush();
    }
  }
}
