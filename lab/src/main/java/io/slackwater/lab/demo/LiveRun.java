package io.slackwater.lab.demo;

import io.slackwater.ops.flink.LocalFlink;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;

/** The demo while it runs: shows it, and once kills a part of Flink. */
final class LiveRun {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long TICK_MS = 50;

  private final DemoPlan plan;
  private final LocalFlink flink;
  private final JobID job;
  private final Lookout lookout;
  private final Screen screen;
  private final Clock clock;
  private final BooleanSupplier stopped;
  private boolean killed;
  private boolean returned;
  private long nextViewMs;

  /**
   * @param stopped says that the user wants to end it
   */
  LiveRun(
      DemoPlan plan,
      LocalFlink flink,
      JobID job,
      Lookout lookout,
      Screen screen,
      Clock clock,
      BooleanSupplier stopped) {
    this.plan = plan;
    this.flink = flink;
    this.job = job;
    this.lookout = lookout;
    this.screen = screen;
    this.clock = clock;
    this.stopped = stopped;
  }

  void awaitRunning() throws Exception {
    await(() -> flink.status(job) == JobStatus.RUNNING, "the job did not start");
  }

  /** As long as producers send. */
  void watch(Producers producers) throws InterruptedException {
    long startMs = clock.millis();
    producers.start();
    while (true) {
      Duration elapsed = Duration.ofMillis(clock.millis() - startMs);
      if (elapsed.compareTo(plan.length()) >= 0) {
        return;
      }
      producers.requireAlive();
      killOrReplace(elapsed);
      show(phase(elapsed));
      pause();
    }
  }

  private void killOrReplace(Duration elapsed) {
    if (!killed && elapsed.compareTo(plan.taskManagerDies()) >= 0) {
      killed = true;
      flink.terminateTaskManager(0);
    } else if (!returned && elapsed.compareTo(plan.taskManagerReturns()) >= 0) {
      returned = true;
      flink.startTaskManager();
    }
  }

  private String phase(Duration elapsed) {
    JobStatus status = flink.status(job);
    if (returned) {
      return "a new task manager has come: the job spreads over it, job " + status;
    }
    if (killed) {
      return "a task manager was killed: back to the last checkpoint, half the slots, job "
          + status;
    }
    boolean silence =
        plan.hasQuietPartition()
            && elapsed.compareTo(plan.silenceStarts()) >= 0
            && elapsed.compareTo(plan.silenceEnds()) < 0;
    return silence
        ? "partition %d has fallen silent, job %s".formatted(plan.quietPartition(), status)
        : "job " + status;
  }

  /** Returns when everything has been read, and all windows through {@code watermark} closed. */
  void awaitClosed(ReadProgress progress, long watermark) throws Exception {
    await(
        () -> lookout.hasClosedThrough(watermark) && progress.hasReadAll(),
        "the job did not come to the end of its input");
  }

  private void await(Callable<Boolean> condition, String otherwise) throws Exception {
    long deadline = clock.millis() + PATIENCE.toMillis();
    while (!condition.call()) {
      JobStatus status = flink.status(job);
      if (status.isTerminalState() || clock.millis() > deadline) {
        throw new IllegalStateException(
            "%s: it is %s after %d s; see the log"
                .formatted(otherwise, status, PATIENCE.toSeconds()));
      }
      show("job " + status + ", waiting for the last windows");
      pause();
    }
  }

  private void pause() throws InterruptedException {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("stopped");
    }
    Thread.sleep(TICK_MS);
  }

  private void show(String phase) {
    long now = clock.millis();
    if (now >= nextViewMs) {
      nextViewMs = now + screen.intervalMs();
      screen.show(lookout.look(phase));
    }
  }
}
