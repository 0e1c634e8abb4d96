package io.slackwater.lab.faults;

import io.slackwater.lab.cluster.LabCluster;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkUnreachableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** Makes faults happen, and waits until the job has got over them. */
final class Injector {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Shorter than a task manager may stand still before it counts as dead, too. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(7);

  private static final long TICK_MS = 50;
  private static final long HELD_MS = 300;
  private static final String IN_PROGRESS = "IN_PROGRESS";

  private final LabCluster lab;
  private final JobProbe probe;
  private final JobWatch watch;
  private final Clock clock;

  Injector(LabCluster lab, JobProbe probe, JobWatch watch, Clock clock) {
    this.lab = lab;
    this.probe = probe;
    this.watch = watch;
    this.clock = clock;
  }

  /**
   * Returns when the job has got over it.
   *
   * @throws IllegalStateException when that takes more than four minutes
   */
  FaultReport inject(int number, Fault fault) throws Exception {
    Thread.sleep(fault.calm().toMillis());
    int restoresBefore = watch.restores().size();
    long underWay = 0;
    if (fault.kind() == FaultKind.KILL_TASK_MANAGER_IN_CHECKPOINT) {
      underWay = holdCheckpoint(fault.processes().get(0));
    }
    strike(fault);
    long startMs = clock.millis();
    Thread.sleep(fault.length().toMillis());
    long broken = underWay > 0 && neverCompleted(underWay) ? underWay : 0;
    List<String> startedAgain = bringBack(fault);
    long backMs = clock.millis();
    awaitRecovery(fault, restoresBefore, backMs);
    long publishableMs = fault.hitsOutputs() ? backMs : startMs;
    long publishedMs = watch.firstCompletedSince(publishableMs).orElseThrow().completedAtMs();
    List<Restore> restores = watch.restores().subList(restoresBefore, watch.restores().size());
    return new FaultReport(
        number,
        fault.kind().toString(),
        fault.processes(),
        backMs - startMs,
        publishedMs - startMs,
        broken,
        restores.stream().map(each -> each.what().checkpoint()).toList(),
        restores.stream().mapToLong(Restore::atLeast).sum(),
        restores.stream().mapToLong(Restore::atMost).sum(),
        startedAgain);
  }

  /** Holds another task manager, so that the next checkpoint begins and cannot complete. */
  private long holdCheckpoint(String victim) throws Exception {
    String other = otherTaskManager(victim);
    lab.pause(other);
    try {
      AtomicLong underWay = new AtomicLong();
      await(
          () -> {
            long before = underWay.get();
            underWay.set(probe.checkpoints().inProgress().orElse(0L));
            // One that was nearly done when the other was paused still completes: look again.
            Thread.sleep(HELD_MS);
            return before > 0 && before == underWay.get();
          },
          "no checkpoint has begun");
      // The victim has got the barrier: what it does for the checkpoint is under way or done.
      lab.kill(victim);
      awaitGivenUp(underWay.get());
      return underWay.get();
    } finally {
      lab.resume(other);
    }
  }

  /**
   * Where the victim had done its part before it died, the other one would complete the checkpoint
   * before anybody knows of the death.
   */
  private void awaitGivenUp(long checkpoint) throws Exception {
    long deadline = System.nanoTime() + GIVEN_UP.toNanos();
    while (holds(() -> probe.checkpoints().inProgress().equals(Optional.of(checkpoint)))
        && System.nanoTime() < deadline) {
      Thread.sleep(TICK_MS);
    }
  }

  private String otherTaskManager(String victim) throws IOException {
    return lab.names().stream()
        .filter(name -> name.startsWith(LabCluster.TASK_MANAGER) && !name.equals(victim))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("two task managers are needed"));
  }

  private void strike(Fault fault) throws IOException {
    for (String process : fault.processes()) {
      if (fault.kind().isPause()) {
        lab.pause(process);
      } else if (lab.isRunning(process)) {
        lab.kill(process);
      }
    }
  }

  /** Also what has ended by itself, as whatever supervises processes in production would. */
  private List<String> bringBack(Fault fault) throws Exception {
    if (fault.kind().isPause()) {
      for (String process : fault.processes()) {
        lab.resume(process);
      }
    }
    List<String> startedAgain = new ArrayList<>();
    for (String process : lab.names()) {
      if (!lab.isRunning(process)) {
        lab.launch(process);
        if (fault.kind().isPause() || !fault.processes().contains(process)) {
          startedAgain.add(process);
        }
      }
    }
    for (String process : lab.names()) {
      lab.awaitServing(process);
    }
    return startedAgain;
  }

  private void awaitRecovery(Fault fault, int restoresBefore, long backMs) throws Exception {
    boolean mustRestore = fault.kind().restartsTheJob();
    await(
        () -> {
          boolean restored = !mustRestore || watch.restores().size() > restoresBefore;
          return restored && probe.allRunning() && watch.firstCompletedSince(backMs).isPresent();
        },
        "the job has not got over it: " + fault);
  }

  /** As the job manager has it; asked soon, for it remembers the last few only. */
  private boolean neverCompleted(long checkpoint) throws Exception {
    await(
        () -> probe.statusOf(checkpoint).filter(status -> !status.equals(IN_PROGRESS)).isPresent(),
        "checkpoint " + checkpoint + " has not ended");
    return !probe.statusOf(checkpoint).orElseThrow().equals("COMPLETED");
  }

  /**
   * Also while the job manager is away.
   *
   * @throws IllegalStateException when the condition does not hold after four minutes
   */
  void await(Callable<Boolean> condition, String otherwise) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%s after %d s; see %s".formatted(otherwise, PATIENCE.toSeconds(), lab.logs()));
      }
      Thread.sleep(TICK_MS);
    }
  }

  private static boolean holds(Callable<Boolean> condition) throws Exception {
    try {
      return condition.call();
    } catch (FlinkUnreachableException | FlinkRefusedException away) {
      return false;
    }
  }
}
