package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.JobOverview;
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

  /**
   * Finds it by its name.
   *
   * @param adopted what it runs, for a job that the journal does not know
   * @throws IllegalStateException when there is none, or two, or nobody knows what it runs
   */
  static Incumbent find(Runbook runbook, Supplier<Optional<Release>> adopted) {
    FlinkRest rest = runbook.rest();
    String name = runbook.jobName();
    List<JobOverview> active =
        rest.jobs().stream().filter(job -> job.name().equals(name) && job.isActive()).toList();
    Optional<Running> known = Optional.ofNullable(runbook.journal().state().running());
    if (active.size() > 1) {
      throw new IllegalStateException(
          "%d jobs are called %s at %s, and would fence each other: cancel all but one"
              .formatted(active.size(), name, rest.address()));
    }
    if (active.isEmpty()) {
      return known
          .map(running -> new Incumbent(running.jobId(), running.shape(), Optional.empty()))
          .orElseThrow(() -> none(name, rest));
    }
    String id = active.get(0).id();
    JobDetails job = rest.job(id).orElseThrow(() -> none(name, rest));
    Release release =
        known
            .filter(running -> running.jobId().equals(id))
            .map(running -> running.shape().release())
            .or(adopted)
            .orElseThrow(() -> unknown(id, name));
    return new Incumbent(id, new Shape(release, job.parallelism()), Optional.of(job));
  }

  private static IllegalStateException none(String name, FlinkRest rest) {
    return new IllegalStateException(
        "no job called %s runs at %s: start it, or check job.name and --rest"
            .formatted(name, rest.address()));
  }

  private static IllegalStateException unknown(String id, String name) {
    return new IllegalStateException(
        "the journal does not know job %s (%s), since no command has started it: say with --running-jar which jar it runs, this once"
            .formatted(id, name));
  }
}
