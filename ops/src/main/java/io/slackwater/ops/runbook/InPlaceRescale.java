package io.slackwater.ops.runbook;

import io.slackwater.job.OperatorId;
import io.slackwater.job.source.Topics;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.JobDetails.Vertex;
import io.slackwater.ops.flink.ResourceRequirements;
import io.slackwater.ops.flink.ResourceRequirements.Bounds;
import io.slackwater.ops.runbook.Judgement.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * Another parallelism while the job stays where it is: the adaptive scheduler restarts its tasks
 * from the newest checkpoint, in seconds. There is no savepoint, so nothing for {@code rollback}.
 */
final class InPlaceRescale {
  private final Runbook runbook;
  private final Narrator narrator;
  private final Journal journal;
  private final ResourceRequirements requirements;

  InPlaceRescale(Runbook runbook) {
    this.runbook = runbook;
    this.narrator = runbook.narrator();
    this.journal = runbook.journal();
    this.requirements = new ResourceRequirements(runbook.rest());
  }

  /**
   * Changes it and watches; back to what it was if the parallelism is not reached in time, or the
   * job is not as good as before.
   *
   * @return empty if it has that parallelism already
   */
  Optional<Report> to(int parallelism, JobDetails job) {
    if (journal.state().inPlace() == null && job.parallelism() == parallelism) {
      return Optional.empty();
    }
    List<Distribution.Subtask> subtasks = new Distribution(runbook.rest()).of(job);
    Baseline before =
        narrator.phase(
            "preflight",
            () -> preflight(parallelism, job),
            baseline -> Wording.vitals(baseline.last()));
    InPlace change = begun(parallelism, job);
    runbook.boundary().accept("before CHANGE");
    Optional<String> problem =
        narrator.phase("change", () -> change(change, job), reason -> reason.orElse("reached"));
    runbook.boundary().accept("after CHANGE");
    if (problem.isEmpty()) {
      problem = narrator.phase("watch", () -> watch(change, before), r -> r.orElse("as good"));
    }
    runbook.boundary().accept("after WATCH");
    if (problem.isPresent()) {
      narrator.phase("go back", () -> undo(change), unused -> "as before");
    }
    journal.update(state -> state.inPlace(null));
    return Optional.of(report(change, problem.orElse(null), subtasks));
  }

  /** Takes one back that was interrupted. */
  Report takeBack(InPlace interrupted) {
    narrator.phase("go back", () -> undo(interrupted), unused -> "as before");
    journal.update(state -> state.inPlace(null));
    return report(interrupted, "undone by rollback", List.of());
  }

  private Baseline preflight(int parallelism, JobDetails job) {
    int max = runbook.config().job().maxParallelism();
    if (parallelism > max) {
      throw new IllegalStateException(
          "parallelism %d is more than job.max-parallelism %d, which can never change; nothing was changed"
              .formatted(parallelism, max));
    }
    new Slots(runbook.rest())
        .problem(parallelism, Optional.of(job))
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem + "; nothing was changed");
            });
    return runbook.measure(job);
  }

  /** What the job asked for before the first attempt, which may have been killed half-way. */
  private InPlace begun(int parallelism, JobDetails job) {
    InPlace interrupted = journal.state().inPlace();
    boolean same = interrupted != null && interrupted.jobId().equals(job.id());
    InPlace change =
        same
            ? new InPlace(job.id(), interrupted.from(), parallelism, interrupted.before())
            : new InPlace(job.id(), job.parallelism(), parallelism, requirements.of(job.id()));
    journal.update(state -> state.inPlace(change));
    return change;
  }

  private Optional<String> change(InPlace change, JobDetails job) {
    Map<String, Integer> wanted = wanted(change.to(), job);
    Map<String, Bounds> bounds = new TreeMap<>(change.before());
    bounds.replaceAll((vertex, old) -> new Bounds(1, wanted.get(vertex)));
    requirements.change(change.jobId(), bounds);
    return reached(change.jobId(), wanted)
        ? Optional.empty()
        : Optional.of(
            "parallelism %d was not reached within %d s"
                .formatted(change.to(), runbook.manner().step().toSeconds()));
  }

  /** As when the job is put together: no more readers than partitions. */
  private Map<String, Integer> wanted(int parallelism, JobDetails job) {
    Topics topics = Topics.describe(runbook.config());
    Map<String, Integer> wanted = new TreeMap<>();
    for (Vertex vertex : job.vertices()) {
      int most = parallelism;
      if (vertex.name().startsWith("Source: " + OperatorId.EVENTS.displayName())) {
        most = topics.eventPartitions();
      } else if (vertex.name().startsWith("Source: " + OperatorId.CUSTOMERS.displayName())) {
        most = topics.customerPartitions();
      }
      wanted.put(vertex.id(), Math.min(parallelism, most));
    }
    return wanted;
  }

  private boolean reached(String jobId, Map<String, Integer> wanted) {
    return runbook
        .looking()
        .until(
            () -> "waiting for the new parallelism",
            runbook.manner().step(),
            () -> runbook.rest().job(jobId).filter(job -> isReached(job, wanted)))
        .isPresent();
  }

  private static boolean isReached(JobDetails job, Map<String, Integer> wanted) {
    return job.allTasksRun()
        && job.vertices().stream()
            .allMatch(vertex -> vertex.parallelism() == wanted.get(vertex.id()));
  }

  private Optional<String> watch(InPlace change, Baseline before) {
    Watch watch = runbook.watch();
    watch.from(change.jobId());
    Judgement judgement = watch.until(change.jobId(), before, runbook.manner().watch());
    return judgement.decision() == Decision.PROMOTE
        ? Optional.empty()
        : Optional.of(judgement.text());
  }

  /** What the job asked for before. */
  private InPlace undo(InPlace change) {
    requirements.change(change.jobId(), change.before());
    Map<String, Integer> wanted = new TreeMap<>();
    change.before().forEach((vertex, bounds) -> wanted.put(vertex, bounds.upper()));
    if (!reached(change.jobId(), wanted)) {
      throw new IllegalStateException(
          "the job was asked to go back to parallelism %d, but has not within %d s: look at its exceptions and at the slots"
              .formatted(change.from(), runbook.manner().step().toSeconds()));
    }
    return change;
  }

  private Report report(
      InPlace change, @Nullable String problem, List<Distribution.Subtask> before) {
    return new Report(
        "rescale",
        runbook.jobName(),
        problem == null ? Report.Outcome.PROMOTED : Report.Outcome.WENT_BACK,
        problem,
        change.from(),
        problem == null ? change.to() : change.from(),
        change.jobId(),
        null,
        null,
        before,
        runbook
            .rest()
            .job(change.jobId())
            .map(new Distribution(runbook.rest())::of)
            .orElse(List.of()),
        narrator.phases(),
        narrator.warnings());
  }
}
