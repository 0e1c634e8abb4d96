package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.Checkpoints;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Jars;
import io.slackwater.ops.flink.JobDetails;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.JobStatus;

/** Starts and ends jobs under ids that were chosen beforehand, so that each can be repeated. */
final class Launch {
  private final FlinkRest rest;
  private final Jars jars;
  private final Releases releases;
  private final Waiting waiting;

  Launch(FlinkRest rest, Releases releases, Waiting waiting) {
    this.rest = rest;
    this.jars = new Jars(rest);
    this.releases = releases;
    this.waiting = waiting;
  }

  /**
   * Starts a job unless it has been started already.
   *
   * @return why Flink or the job's main refused; empty once the cluster has the job
   */
  Optional<String> start(
      String jobId, Shape shape, String savepoint, boolean allowNonRestoredState, Duration atMost) {
    Jars.Start start =
        new Jars.Start(
            jobId,
            shape.release().arguments(),
            shape.parallelism(),
            savepoint,
            allowNonRestoredState);
    return waiting
        .until(
            () -> "starting the job", atMost, () -> Optional.of(tryToStart(shape.release(), start)))
        .orElseThrow();
  }

  private Optional<String> tryToStart(Release release, Jars.Start start) {
    if (rest.status(start.jobId()).isPresent()) {
      return Optional.empty();
    }
    try {
      jars.run(releases.onCluster(release), start);
      return Optional.empty();
    } catch (FlinkRefusedException e) {
      // An earlier request whose answer was lost may have come through meanwhile.
      return rest.status(start.jobId()).isPresent()
          ? Optional.empty()
          : Optional.of(e.getMessage());
    }
  }

  /** Cancels a job that is not wanted any more, and waits until it has ended. */
  void end(String jobId, Duration atMost) {
    boolean ended =
        waiting.until(() -> "waiting for the job to end", atMost, () -> ended(jobId)).isPresent();
    if (!ended) {
      throw new IllegalStateException(
          "job %s did not end within %d s: run the same command again, with a longer --timeout"
              .formatted(jobId, atMost.toSeconds()));
    }
  }

  /** Lets time pass, so that what the cluster says is of now. */
  void pause(Duration time) {
    var unused = waiting.until(() -> "waiting for the cluster's last word", time, Optional::empty);
  }

  private Optional<Boolean> ended(String jobId) {
    Optional<JobStatus> status = rest.status(jobId);
    if (status.isEmpty() || status.get().isTerminalState()) {
      return Optional.of(true);
    }
    if (status.get() != JobStatus.CANCELLING) {
      var unused = rest.patch("/jobs/" + jobId + "?mode=cancel");
    }
    return Optional.empty();
  }

  /**
   * Waits until a job that is known to be good works again: every task runs, and it has completed a
   * checkpoint.
   *
   * @throws IllegalStateException when it does not, with Flink's reason
   */
  JobDetails awaitWorking(String jobId, Duration atMost) {
    return waiting
        .until(() -> "waiting for its first checkpoint", atMost, () -> working(jobId))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "job %s does not work after %d s: %s"
                        .formatted(
                            jobId,
                            atMost.toSeconds(),
                            rest.failure(jobId).orElse("look at its exceptions in Flink"))));
  }

  private Optional<JobDetails> working(String jobId) {
    Optional<JobStatus> status = rest.status(jobId);
    if (status.isPresent() && status.get().isTerminalState()) {
      throw new IllegalStateException(
          "job %s has ended (%s): %s"
              .formatted(jobId, status.get(), rest.failure(jobId).orElse("Flink gives no reason")));
    }
    boolean checkpointed =
        Checkpoints.of(rest, jobId).filter(made -> made.completed() > 0).isPresent();
    return rest.job(jobId).filter(job -> checkpointed && job.allTasksRun());
  }
}
