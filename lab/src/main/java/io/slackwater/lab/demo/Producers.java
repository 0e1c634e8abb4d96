package io.slackwater.lab.demo;

import java.util.concurrent.atomic.AtomicReference;

/** The thread that sends, until it is closed. */
public final class Producers implements AutoCloseable {
  private static final long PAUSE_MS = 10;

  private final Traffic traffic;
  private final Thread thread;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private volatile boolean closed;

  public Producers(Traffic traffic) {
    this.traffic = traffic;
    this.thread = new Thread(this::send, "producers");
  }

  public void start() {
    thread.start();
  }

  private void send() {
    try {
      traffic.start();
      while (!closed) {
        traffic.sendWhatIsDue();
        Thread.sleep(PAUSE_MS);
      }
    } catch (RuntimeException e) {
      failure.set(e);
    } catch (InterruptedException e) {
      failure.set(new IllegalStateException("the producers were interrupted", e));
    }
  }

  /** Throws what the thread died of, if it did. */
  public void requireAlive() {
    RuntimeException cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("the producers have failed: " + cause.getMessage(), cause);
    }
  }

  /** Returns when nothing is sent any more. */
  public void stop() throws InterruptedException {
    closed = true;
    thread.join();
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
