package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.Checkpoints;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.JobOverview;
import io.slackwater.ops.flink.SamePlace;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.flink.Savepoints.Progress;
import io.slackwater.ops.flink.Savepoints.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Savepoints of a job that goes on, and how many of them are kept. */
final class SavepointSeries {
  private final Runbook runbook;
  private final FlinkRest rest;
  private final Journal journal;
  private final Narrator narrator;

  SavepointSeries(Runbook runbook) {
    this.runbook = runbook;
    this.rest = runbook.rest();
    this.journal = runbook.journal();
    this.narrator = runbook.narrator();
  }

  /**
   * Takes one and verifies it; or finishes one that an interrupted command had asked for.
   *
   * @throws IllegalStateException when there is no job, Flink could not, or it is not whole
   */
  SavepointReport takeOne() {
    if (journal.state().operation() != null) {
      throw Unfinished.refusal(journal.state().operation());
    }
    JobDetails job = Incumbent.running(runbook).orElseThrow(() -> Incumbent.none(runbook));
    Request request = request(job);
    runbook.boundary().accept("before TAKE");
    Taken taken = narrator.phase("savepoint", () -> take(request), Taken::path);
    runbook.boundary().accept("after TAKE");
    Verification verification = runbook.verification(TransactionLimits.of(runbook.config()));
    narrator.phase(
        "verify", () -> verify(verification, job, taken), unused -> verification.summary());
    journal.update(
        state -> {
          List<Taken> all = new ArrayList<>(state.savepoints());
          all.add(taken);
          return state.withSavepoints(all).taking(null);
        });
    runbook.boundary().accept("after VERIFY");
    return new SavepointReport(
        "savepoint",
        runbook.jobName(),
        job.id(),
        verification.figures(),
        List.of(),
        narrator.phases(),
        narrator.warnings());
  }

  private Request request(JobDetails job) {
    Request interrupted = journal.state().taking();
    if (interrupted != null && interrupted.jobId().equals(job.id())) {
      narrator.say("goes on with the savepoint that was interrupted");
      return interrupted;
    }
    String trigger = Ids.next();
    String directory = new SavepointPlace(rest).of(runbook.manner().savepointDirectory());
    Request request =
        new Request(
            job.id(),
            trigger,
            SavepointDirectory.of(directory, runbook.jobName(), trigger),
            runbook.manner().format());
    journal.update(state -> state.taking(request));
    return request;
  }

  private Taken take(Request request) {
    long asked = runbook.clock().millis();
    try {
      return new Taken(runbook.taking().whileRunning(request, runbook.manner().step()), asked);
    } catch (IllegalStateException e) {
      if (!runbook.taking().isUnderWay(request)) {
        journal.update(state -> state.taking(null));
      }
      throw e;
    }
  }

  private Taken verify(Verification verification, JobDetails job, Taken taken) {
    Optional<String> problem =
        verification.problem(taken.path(), job.id(), runbook.config(), job.parallelism(), false);
    if (problem.isPresent()) {
      journal.update(state -> state.taking(null));
      throw new IllegalStateException(taken.path() + " is of no use: " + problem.get());
    }
    return taken;
  }

  /**
   * Deletes the oldest, but never the newest and never one that a running job was started from.
   *
   * @return what was deleted
   */
  List<String> keepNewest(int keep) {
    List<Taken> all = journal.state().savepoints();
    List<String> deleted = new ArrayList<>();
    List<String> inUse = restoredByRunningJobs();
    for (Taken old : all.subList(0, Math.max(0, all.size() - Math.max(1, keep)))) {
      if (inUse.stream().noneMatch(path -> SamePlace.isSame(path, old.path()))) {
        delete(old);
        deleted.add(old.path());
      }
    }
    return deleted;
  }

  private List<String> restoredByRunningJobs() {
    return rest.jobs().stream()
        .filter(JobOverview::isActive)
        .flatMap(job -> Checkpoints.of(rest, job.id()).stream())
        .flatMap(checkpoints -> checkpoints.restored().stream())
        .toList();
  }

  private void delete(Taken old) {
    Savepoints savepoints = new Savepoints(rest);
    String trigger = savepoints.dispose(old.path());
    Progress end =
        runbook
            .looking()
            .until(
                () -> "deleting " + old.path(),
                runbook.manner().step(),
                () ->
                    Optional.of(savepoints.disposal(trigger))
                        .filter(progress -> !(progress instanceof Progress.Running)))
            .orElseGet(Progress.Running::new);
    if (end instanceof Progress.Failed failed && !failed.isGone()) {
      narrator.warn("%s was not deleted: %s".formatted(old.path(), failed.reason()));
      return;
    }
    SavepointDirectory.deleteEmptyParent(old.path());
    journal.update(
        state ->
            state.withSavepoints(
                state.savepoints().stream().filter(kept -> !kept.equals(old)).toList()));
  }
}
