package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.JobOverview;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The job that is to be changed.
 *
 * @param shape what it runs, at the parallelism that the cluster says
 * @param job as it runs now; empty if it does not
 */
record Incumbent(String jobId, Shape shape, Optional<JobDetails> job) {
  private static final Duration JUST_STARTED = Duration.ofSeconds(10);

  /**
   * Finds it by its name.
   *
   * @param adopted what it runs, for a job that the journal does not know
   * @throws IllegalStateException when there is none, or two, or nobody knows what it runs
   */
  static Incumbent find(Runbook runbook, Supplier<Optional<Release>> adopted) {
    Optional<JobDetails> job = running(runbook);
    Optional<Running> known = Optional.ofNullable(runbook.journal().state().running());
    if (job.isEmpty()) {
      return known
          .map(running -> new Incumbent(running.jobId(), running.shape(), Optional.empty()))
          .orElseThrow(() -> none(runbook));
    }
    String id = job.get().id();
    Release release =
        known
            .filter(running -> running.jobId().equals(id))
            .map(running -> running.shape().release())
            .or(adopted)
            .orElseThrow(() -> unknown(id, runbook.jobName()));
    return new Incumbent(id, new Shape(release, job.get().parallelism()), job);
  }

  /** Whether what it runs is known, rather than what somebody said. */
  boolean isKnownTo(JournalState journal) {
    return journal.running() != null && journal.running().jobId().equals(jobId);
  }

  /**
   * The job as it runs; empty if it does not.
   *
   * @throws IllegalStateException when there are two
   */
  static Optional<JobDetails> running(Runbook runbook) {
    String name = runbook.jobName();
    List<JobOverview> active =
        runbook.rest().jobs().stream()
            .filter(job -> job.name().equals(name) && job.isActive())
            .toList();
    if (active.size() > 1) {
      throw new IllegalStateException(
          "%d jobs are called %s at %s, and would fence each other: cancel all but one"
              .formatted(active.size(), name, runbook.rest().address()));
    }
    return active.stream().findFirst().flatMap(job -> working(runbook, job.id()));
  }

  /** As it runs; Flink's answer is some seconds old, so one that has just started gets a while. */
  private static Optional<JobDetails> working(Runbook runbook, String id) {
    return runbook
        .looking()
        .until(
            () -> "waiting for every task to run",
            JUST_STARTED,
            () -> runbook.rest().job(id).filter(JobDetails::allTasksRun))
        .or(() -> runbook.rest().job(id));
  }

  static IllegalStateException none(Runbook runbook) {
    return new IllegalStateException(
        "no job called %s runs at %s: start it, or check job.name and --rest"
            .formatted(runbook.jobName(), runbook.rest().address()));
  }

  private static IllegalStateException unknown(String id, String name) {
    return new IllegalStateException(
        "the journal does not know job %s (%s), since no command has started it: say with --running-jar which jar it runs, this once"
            .formatted(id, name));
  }
}
