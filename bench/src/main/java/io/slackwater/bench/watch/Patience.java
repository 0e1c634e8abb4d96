package io.slackwater.bench.watch;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a process, for an hour at most, and not beyond its end. */
public final class Patience {
  private static final Duration LIMIT = Duration.ofMinutes(60);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  /** How much of a core a process may use and still count as waiting for work. */
  private static final double QUIET_CORES = 0.15;

  private static final int QUIET_INTERVALS = 2;

  /** Where others leave it little CPU time, a process that has much to do looks quiet as well. */
  private static final int QUIET_INTERVALS_AMONG_OTHERS = 12;

  /** Share of the machine's cores in use from which on it counts as one with others on it. */
  private static final double BUSY = 0.8;

  private final MeasuredProcess process;

  public Patience(MeasuredProcess process) {
    this.process = process;
  }

  /** Whether what is waited for has come. */
  @FunctionalInterface
  public interface Condition {
    boolean holds();
  }

  /**
   * Asks again and again.
   *
   * @param what the process is to do, for the message
   * @throws IllegalStateException if it has ended, or does not do it in time
   */
  public void until(String what, Condition condition) {
    long started = System.nanoTime();
    while (!condition.holds()) {
      check(what, started);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Until it has nothing more to do. */
  public void untilQuiet(String what) throws InterruptedException {
    long started = System.nanoTime();
    double before = process.cpuSeconds();
    int quiet = 0;
    while (quiet < (isBusy() ? QUIET_INTERVALS_AMONG_OTHERS : QUIET_INTERVALS)) {
      check(what, started);
      Thread.sleep(INTERVAL.toMillis());
      double now = process.cpuSeconds();
      quiet = (now - before) / INTERVAL.toSeconds() > QUIET_CORES ? 0 : quiet + 1;
      before = now;
    }
  }

  /** Whether the whole machine is, as of late. */
  private static boolean isBusy() {
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return machine.getCpuLoad() > BUSY;
  }

  private void check(String what, long startedNanos) {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the engine has ended before it could " + what + "; see its log");
    }
    if (System.nanoTime() - startedNanos > LIMIT.toNanos()) {
      throw new IllegalStateException(
          "the engine did not %s within %d minutes; see its log"
              .formatted(what, LIMIT.toMinutes()));
    }
  }
}
