package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Savepoints;
import io.slackwater.ops.flink.Savepoints.Progress;
import io.slackwater.ops.flink.Savepoints.Request;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes a savepoint, or finds out what became of one that was asked for before a crash: first the
 * cluster's answer to the request, then the job's checkpoint history, then the directory, which
 * belongs to this one request.
 */
final class Taking {
  /** Flink's exception for it; a job ends by it whatever its restart strategy is. */
  private static final String FAILED_WHILE_STOPPING = "StopWithSavepointStoppingException";

  private final FlinkRest rest;
  private final Savepoints savepoints;
  private final Waiting waiting;

  Taking(FlinkRest rest, Waiting waiting) {
    this.rest = rest;
    this.savepoints = new Savepoints(rest);
    this.waiting = waiting;
  }

  /** The job ended, but left no savepoint behind. */
  static final class EndedWithoutException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    EndedWithoutException(String message) {
      super(message);
    }
  }

  /**
   * Of a job that goes on.
   *
   * @return path
   * @throws IllegalStateException when Flink could not, with its reason
   */
  String whileRunning(Request request, Duration atMost) {
    return await(request, false, atMost);
  }

  /**
   * Of a job that ends with it: between the two nothing is published.
   *
   * @return path, once the job has ended
   * @throws EndedWithoutException when the job has ended all the same
   * @throws IllegalStateException when Flink could not, and the job goes on
   */
  String andStop(Request request, Duration atMost) {
    return await(request, true, atMost);
  }

  private String await(Request request, boolean stop, Duration atMost) {
    return waiting
        .until(() -> "waiting for the savepoint", atMost, () -> look(request, stop))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no savepoint of job %s within %d s: the request goes on; run the same command again, with a longer --timeout"
                        .formatted(request.jobId(), atMost.toSeconds())));
  }

  private Optional<String> look(Request request, boolean stop) {
    Progress progress = savepoints.progress(request);
    if (progress instanceof Progress.Failed failed) {
      return behindSavepoint(request, failed.reason());
    }
    if (progress instanceof Progress.Completed completed) {
      return stop && isActive(request) ? Optional.empty() : Optional.of(completed.path());
    }
    return progress instanceof Progress.Unknown ? unknown(request, stop) : Optional.empty();
  }

  /**
   * A job may fail behind its complete savepoint, when some of what that holds as prepared has been
   * committed already. An older checkpoint would publish it twice; the savepoint commits the rest.
   */
  private Optional<String> behindSavepoint(Request request, String reason) {
    boolean active = isActive(request);
    if (active && reason.contains(FAILED_WHILE_STOPPING)) {
      return Optional.empty();
    }
    Optional<String> complete = active ? Optional.empty() : found(request);
    if (complete.isEmpty()) {
      throw failed(request, reason);
    }
    return complete;
  }

  private Optional<String> unknown(Request request, boolean stop) {
    boolean active = isActive(request);
    Optional<String> found = found(request);
    if (found.isPresent() && !(stop && active)) {
      return found;
    }
    if (!active) {
      throw new EndedWithoutException(
          "job %s has ended, and there is no savepoint of it in %s"
              .formatted(request.jobId(), request.directory()));
    }
    if (stop) {
      savepoints.stop(request);
    } else {
      savepoints.trigger(request);
    }
    return Optional.empty();
  }

  /** What lies in the request's own directory, whatever the cluster remembers of the request. */
  private Optional<String> found(Request request) {
    return savepoints
        .completedIn(request.jobId(), request.directory())
        .or(() -> SavepointDirectory.find(request.directory()));
  }

  private IllegalStateException failed(Request request, String reason) {
    return isActive(request)
        ? new IllegalStateException("Flink took no savepoint, the job goes on as it was: " + reason)
        : new EndedWithoutException("the job ended instead of being stopped: " + reason);
  }

  /** Whether the cluster is still at it. */
  boolean isUnderWay(Request request) {
    return savepoints.progress(request) instanceof Progress.Running;
  }

  private boolean isActive(Request request) {
    return rest.status(request.jobId()).filter(status -> !status.isTerminalState()).isPresent();
  }
}
