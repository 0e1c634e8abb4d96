package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.runbook.Operation.Phase;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobStatus;

/** Carries changes out, from the preflight to the report. */
final class Execution {
  private final Runbook runbook;
  private final FlinkRest rest;
  private final Journal journal;
  private final Narrator narrator;

  Execution(Runbook runbook) {
    this.runbook = runbook;
    this.rest = runbook.rest();
    this.journal = runbook.journal();
    this.narrator = runbook.narrator();
  }

  /** From the beginning. */
  Report carryOut(Intent intent) {
    Preflight.Findings found =
        narrator.phase(
            "preflight",
            () -> new Preflight(runbook).check(intent),
            findings -> preflighted(intent, findings));
    runbook.boundary().accept("after PREFLIGHT");
    Operation operation = operation(intent, found);
    return finish(operation, found.subtasks(), runbook.verification(found.broker()));
  }

  private static String preflighted(Intent intent, Preflight.Findings findings) {
    String job =
        "job %s on %d subtasks"
            .formatted(intent.incumbent().jobId(), intent.incumbent().shape().parallelism());
    return findings.baseline() == null
        ? job
        : job + ", " + Wording.vitals(findings.baseline().last());
  }

  private Operation operation(Intent intent, Preflight.Findings found) {
    String trigger = Ids.next();
    Savepoints.Request stop =
        new Savepoints.Request(
            intent.incumbent().jobId(),
            trigger,
            SavepointDirectory.of(found.savepointDirectory(), runbook.jobName(), trigger),
            runbook.manner().format());
    return new Operation(
        intent.kind(),
        Phase.STOP,
        runbook.clock().millis(),
        intent.incumbent().jobId(),
        intent.incumbent().shape(),
        intent.to(),
        stop,
        intent.cancels(),
        null,
        intent.restore(),
        Ids.next(),
        Ids.next(),
        intent.allowNonRestoredState(),
        found.baseline(),
        null);
  }

  /** From where the command that began it was killed. */
  Report goOn(Operation unfinished) {
    narrator.say(
        "goes on with %s to %d subtasks, which was interrupted in its phase %s"
            .formatted(
                unfinished.kind().command(),
                unfinished.to().parallelism(),
                unfinished.phase().name()));
    return finish(
        unfinished, List.of(), runbook.verification(TransactionLimits.of(runbook.config())));
  }

  /** Back to the shape before, wherever the command was killed. */
  Report undo(Operation unfinished) {
    Verification verification = runbook.verification(TransactionLimits.of(runbook.config()));
    Operation stopped = unfinished;
    if (unfinished.phase() == Phase.STOP) {
      if (!hasBegunToStop(unfinished)) {
        journal.update(state -> state.with((Operation) null));
        narrator.say("nothing had been changed yet; the job runs as before");
        return report(unfinished.in(Phase.WENT_BACK), List.of(), null);
      }
      stopped =
          unfinished.cancels()
              ? new Changeover(runbook, verification).cancelled(unfinished)
              : stoppedWithSavepoint(unfinished);
    }
    Operation back =
        stopped.phase() == Phase.BACK
            ? stopped
            : stopped.goingBack("undone by rollback", stopped.backJobId());
    return finish(back, List.of(), verification);
  }

  private Operation stoppedWithSavepoint(Operation operation) {
    String path = runbook.taking().andStop(operation.stop(), runbook.manner().step());
    return operation.stoppedAt(new Taken(path, operation.startedMs()));
  }

  private boolean hasBegunToStop(Operation operation) {
    boolean goesOn =
        rest.status(operation.fromJobId())
            .filter(status -> !status.isTerminalState() && status != JobStatus.CANCELLING)
            .isPresent();
    return !goesOn
        || !(new Savepoints(rest).progress(operation.stop())
            instanceof Savepoints.Progress.Unknown);
  }

  private Report finish(
      Operation operation, List<Distribution.Subtask> before, Verification verification) {
    Operation end = new Changeover(runbook, verification).run(operation);
    forgetJars();
    return report(end, before, verification.figures());
  }

  private Report report(
      Operation end, List<Distribution.Subtask> before, @Nullable Verification.Figures savepoint) {
    boolean promoted = end.phase() == Phase.PROMOTED;
    Optional<JobDetails> job = rest.job(promoted ? end.toJobId() : end.backJobId());
    return new Report(
        end.kind().command(),
        runbook.jobName(),
        promoted ? Report.Outcome.PROMOTED : Report.Outcome.WENT_BACK,
        end.reason(),
        end.from().parallelism(),
        promoted ? end.to().parallelism() : end.from().parallelism(),
        job.map(JobDetails::id).orElse(""),
        savepoint,
        end.taken(),
        before,
        job.map(new Distribution(rest)::of).orElse(List.of()),
        narrator.phases(),
        narrator.warnings());
  }

  private void forgetJars() {
    JournalState state = journal.state();
    Set<Release> named = new HashSet<>();
    named.add(state.running().shape().release());
    state.points().forEach(point -> named.add(point.shape().release()));
    runbook.releases().forgetAllBut(named);
  }
}
