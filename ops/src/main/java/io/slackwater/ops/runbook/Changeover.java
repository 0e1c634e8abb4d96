package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.NewestCheckpoint;
import io.slackwater.ops.runbook.Judgement.Decision;
import io.slackwater.ops.runbook.Operation.Phase;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replaces a running job by another shape of itself: stop with a savepoint, verify it, start from
 * it, watch, and either promote or go back to the same savepoint at the old shape.
 *
 * <p>The phase is in the journal before it begins, and every phase first asks the cluster whether
 * it has been done already. So whoever finds an operation in the journal can go on with it.
 */
final class Changeover {
  private final Runbook runbook;
  private final FlinkRest rest;
  private final Journal journal;
  private final Narrator narrator;
  private final Taking taking;
  private final Launch launch;
  private final Watch watch;
  private final Verification verification;
  private final Limits limits;
  private final Consumer<String> boundary;

  Changeover(Runbook runbook, Verification verification) {
    this.rest = runbook.rest();
    this.journal = runbook.journal();
    this.narrator = runbook.narrator();
    this.taking = runbook.taking();
    this.launch = runbook.launch();
    this.watch = runbook.watch();
    this.runbook = runbook;
    this.limits = new Limits(runbook.manner().step(), runbook.manner().watch());
    this.verification = verification;
    this.boundary = runbook.boundary();
  }

  /**
   * How long things may take.
   *
   * @param step a savepoint, a start, an end
   * @param watch a new job until it must have shown what it can do
   */
  record Limits(Duration step, Duration watch) {}

  /**
   * Runs an operation to one of its two ends.
   *
   * @return as it ended
   * @throws IllegalStateException when it can go neither forward nor back; the journal keeps it
   */
  Operation run(Operation operation) {
    Operation now = operation;
    while (!now.phase().isEnd()) {
      now = step(now);
    }
    Operation end = now;
    journal.update(state -> state.ended(end));
    boundary.accept("ended");
    return end;
  }

  private Operation step(Operation operation) {
    journal.update(state -> state.with(operation));
    boundary.accept("before " + operation.phase());
    Operation next =
        switch (operation.phase()) {
          case STOP -> narrator.phase("stop", () -> stop(operation), this::stopped);
          case VERIFY -> narrator.phase("verify", () -> verify(operation), this::verified);
          case START -> narrator.phase("start", () -> start(operation), this::started);
          case WATCH -> narrator.phase("watch", () -> watch(operation), this::watched);
          case BACK -> narrator.phase("go back", () -> back(operation), this::wentBack);
          case PROMOTED, WENT_BACK -> throw new IllegalStateException("nothing is left to do");
        };
    boundary.accept("after " + operation.phase());
    return next;
  }

  /** Without a savepoint. */
  Operation cancelled(Operation operation) {
    launch.end(operation.fromJobId(), limits.step());
    // More may have been completed while it was ending, and older ones deleted.
    launch.pause(new NewestCheckpoint(rest).age());
    return operation.stoppedAt(
        lastCheckpoint(operation).map(path -> new Taken(path, operation.startedMs())).orElse(null));
  }

  private Operation stop(Operation operation) {
    if (operation.cancels()) {
      return cancelled(operation);
    }
    try {
      String path = taking.andStop(operation.stop(), limits.step());
      return operation.stoppedAt(new Taken(path, operation.startedMs()));
    } catch (Taking.EndedWithoutException e) {
      String checkpoint = lastCheckpoint(operation).orElseThrow(() -> e);
      return operation
          .stoppedAt(new Taken(checkpoint, operation.startedMs()))
          .goingBack(e.getMessage(), operation.backJobId());
    } catch (IllegalStateException e) {
      if (rest.job(operation.fromJobId()).isPresent() && goesOn(operation)) {
        journal.update(state -> state.with((Operation) null));
      }
      throw e;
    }
  }

  /** Whether it was refused for good, rather than being slow. */
  private boolean goesOn(Operation operation) {
    return rest.status(operation.fromJobId()).filter(s -> !s.isTerminalState()).isPresent()
        && !taking.isUnderWay(operation.stop());
  }

  private Optional<String> lastCheckpoint(Operation operation) {
    return new NewestCheckpoint(rest).of(operation.fromJobId());
  }

  private String stopped(Operation operation) {
    return operation.taken() == null ? "nothing to go back to" : operation.taken().path();
  }

  private Operation verify(Operation operation) {
    return verification
        .problem(
            operation.source().path(),
            operation.restore() == null ? operation.fromJobId() : null,
            runbook.configOf(operation.to().release()),
            operation.to().parallelism(),
            operation.allowNonRestoredState())
        .map(text -> operation.goingBack(text, operation.backJobId()))
        .orElseGet(() -> operation.in(Phase.START));
  }

  private String verified(Operation operation) {
    return operation.phase() == Phase.START ? verification.summary() : "NO: " + operation.reason();
  }

  private Operation start(Operation operation) {
    Optional<String> refused =
        launch.start(
            operation.toJobId(),
            operation.to(),
            operation.source().path(),
            operation.allowNonRestoredState(),
            limits.step());
    return refused
        .map(reason -> operation.goingBack(reason, operation.backJobId()))
        .orElseGet(() -> operation.in(Phase.WATCH));
  }

  private String started(Operation operation) {
    return operation.phase() == Phase.WATCH
        ? "job %s on %d subtasks".formatted(operation.toJobId(), operation.to().parallelism())
        : "NO: " + operation.reason();
  }

  private Operation watch(Operation operation) {
    Judgement judgement = watch.until(operation.toJobId(), operation.before(), limits.watch());
    return judgement.decision() == Decision.PROMOTE
        ? operation.in(Phase.PROMOTED)
        : operation.goingBack(judgement.text(), operation.backJobId());
  }

  private String watched(Operation operation) {
    return operation.phase() == Phase.PROMOTED
        ? Wording.vitals(watch.last())
        : "NO: " + operation.reason();
  }

  private Operation back(Operation operation) {
    if (operation.taken() == null) {
      throw new IllegalStateException(
          "cannot go back, since the old job left neither savepoint nor checkpoint: correct what is wrong and start it from a retained checkpoint");
    }
    launch.end(operation.toJobId(), limits.step());
    boundary.accept("ended the new job");
    Operation retried = withFreshId(operation);
    launch
        .start(retried.backJobId(), retried.from(), retried.taken().path(), false, limits.step())
        .ifPresent(
            reason -> {
              throw new IllegalStateException(
                  "going back to %s failed: %s; correct that and run the same command again"
                      .formatted(retried.taken().path(), reason));
            });
    boundary.accept("started the old shape");
    launch.awaitWorking(retried.backJobId(), limits.step());
    return retried.in(Phase.WENT_BACK);
  }

  /** Flink never starts an id twice: an attempt that has failed for good needs another. */
  private Operation withFreshId(Operation operation) {
    boolean spent =
        rest.status(operation.backJobId()).filter(status -> status.isTerminalState()).isPresent();
    if (!spent) {
      return operation;
    }
    Operation retried = operation.goingBack(operation.reason(), Ids.next());
    journal.update(state -> state.with(retried));
    return retried;
  }

  private String wentBack(Operation operation) {
    return "job %s on %d subtasks, as before"
        .formatted(operation.backJobId(), operation.from().parallelism());
  }
}
