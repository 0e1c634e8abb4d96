package io.slackwater.lab.drill;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ctrl-C interrupts the thread that installed this, and the JVM ends only when that has cleaned up
 * and closed this.
 */
final class StopOnSignal implements AutoCloseable {
  private static final long CLEAN_UP_SECONDS = 90;

  private final Thread runner = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Consumer<String> say;
  private volatile boolean stopping;
  private final Thread hook = new Thread(this::stop, "drill-stop");

  private StopOnSignal(Consumer<String> say) {
    this.say = say;
  }

  static StopOnSignal install(Consumer<String> say) {
    StopOnSignal stop = new StopOnSignal(say);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** Whether somebody wants it all to end; an interruption may be lost in a library. */
  boolean isStopping() {
    return stopping;
  }

  private void stop() {
    stopping = true;
    say.accept("stopping, and cleaning up");
    runner.interrupt();
    try {
      if (!over.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        say.accept(
            "not cleaned up after %d s: look for slackwater-* in the directory for temporary files"
                .formatted(CLEAN_UP_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // It is the hook that waits for this.
    }
  }
}
