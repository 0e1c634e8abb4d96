package io.slackwater.ops;

import io.slackwater.ops.flink.LocalFlink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/** Waits for a job, says what happens to it, and stops it when this process is asked to end. */
final class RunningJob {
  private static final Logger LOG = LoggerFactory.getLogger(RunningJob.class);

  private final LocalFlink flink;
  private final JobID job;
  private final Consumer<String> out;
  private JobStatus said;

  RunningJob(LocalFlink flink, JobID job, Consumer<String> out) {
    this.flink = flink;
    this.job = job;
    this.out = out;
  }

  /** Returns the exit status. */
  int untilItEnds() throws InterruptedException {
    Thread stopper = new Thread(this::stop, "stop-job");
    Runtime.getRuntime().addShutdownHook(stopper);
    CompletableFuture<JobResult> result = flink.result(job);
    while (true) {
      try {
        return report(result.get(1, TimeUnit.SECONDS));
      } catch (TimeoutException stillRunning) {
        sayStatus();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the job is gone: " + LocalFlink.rootMessage(e), e);
      }
    }
  }

  private void sayStatus() {
    JobStatus status = flink.status(job);
    if (status == said) {
      return;
    }
    ErrorInfo failure = flink.execution(job).getFailureInfo();
    if (status == JobStatus.RUNNING) {
      out.accept("running; Ctrl-C stops it with a last checkpoint");
    } else if (status == JobStatus.RESTARTING && failure != null) {
      out.accept("restarts from its last checkpoint: " + cause(failure));
    }
    said = status;
  }

  private static String cause(ErrorInfo failure) {
    return LocalFlink.rootMessage(
        failure.getException().deserializeError(RunningJob.class.getClassLoader()));
  }

  private int report(JobResult ended) {
    ended
        .getSerializedThrowable()
        .ifPresent(
            failure -> {
              Throwable cause = failure.deserializeError(RunningJob.class.getClassLoader());
              throw new IllegalStateException(
                  "the job has failed: " + LocalFlink.rootMessage(cause), cause);
            });
    return ExitCode.OK;
  }

  /**
   * A last checkpoint saves the next start from reading again what was read since the one before.
   * It is not needed: without it the job resumes from that one.
   */
  private void stop() {
    out.accept("stopping");
    try {
      flink.checkpoint(job);
    } catch (RuntimeException e) {
      LOG.warn("no last checkpoint", e);
      out.accept("no last checkpoint (%s): the one before will do".formatted(e.getMessage()));
    }
    try {
      flink.cancel(job);
      flink.close();
      out.accept("stopped; run it again to go on");
    } catch (RuntimeException e) {
      LOG.warn("not stopped cleanly", e);
      out.accept("not stopped cleanly (%s): the last checkpoint is kept".formatted(e.getMessage()));
    }
  }
}
