package io.slackwater.ops.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import io.slackwater.ops.flink.Checkpoints;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.runbook.Judgement.Decision;
import java.time.Duration;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobStatus;

/** Looks at a new job until it is known whether it is any good. */
final class Watch {
  private static final Vitals NOTHING = new Vitals(0, 0, 0, 0, 0, 0, 0, 0, Long.MIN_VALUE);

  private final FlinkRest rest;
  private final VitalSigns signs;
  private final Waiting waiting;
  private long firstWatermark = Long.MIN_VALUE;
  private long checkpointsBefore;
  private long restartsBefore;
  private String missing = "";
  private Vitals last = NOTHING;

  Watch(FlinkRest rest, VitalSigns signs, Waiting waiting) {
    this.rest = rest;
    this.signs = signs;
    this.waiting = waiting;
  }

  /** What a job has behind it that was not started anew does not count. */
  void from(String jobId) {
    checkpointsBefore = checkpoints(jobId);
    restartsBefore = restarts(jobId);
  }

  /**
   * Watches until it is decided; never answers {@link Decision#WAIT}.
   *
   * @param before what it must be as good as; null: nothing is compared
   */
  Judgement until(String jobId, @Nullable Baseline before, Duration atMost) {
    return waiting
        .until(() -> missing, atMost, () -> decided(jobId, before))
        .orElseGet(() -> judge(jobId, before, true));
  }

  /** The counters of the last look. */
  Vitals last() {
    return last;
  }

  private Optional<Judgement> decided(String jobId, @Nullable Baseline before) {
    Judgement judgement = judge(jobId, before, false);
    missing = judgement.text();
    return Optional.of(judgement).filter(j -> j.decision() != Decision.WAIT);
  }

  private Judgement judge(String jobId, @Nullable Baseline before, boolean timeIsUp) {
    Optional<JobStatus> status = rest.status(jobId);
    if (status.isEmpty()) {
      return new Judgement(
          timeIsUp ? Decision.REJECT : Decision.WAIT, "the cluster does not know the job");
    }
    Judgement judgement = Judgement.of(before, look(jobId, status.get()), timeIsUp);
    return judgement.decision() == Decision.REJECT
        ? new Judgement(Decision.REJECT, judgement.text() + because(jobId))
        : judgement;
  }

  private String because(String jobId) {
    return rest.failure(jobId).map(reason -> " (" + reason + ")").orElse("");
  }

  private Look look(String jobId, JobStatus status) {
    Optional<JobDetails> job = rest.job(jobId);
    last = job.map(signs::of).orElse(NOTHING);
    if (firstWatermark == Long.MIN_VALUE) {
      firstWatermark = last.watermark();
    }
    return new Look(
        status,
        job.map(JobDetails::allTasksRun).orElse(false),
        restarts(jobId) - restartsBefore,
        checkpoints(jobId) - checkpointsBefore,
        firstWatermark,
        last);
  }

  private long checkpoints(String jobId) {
    return Checkpoints.of(rest, jobId).map(Checkpoints::completed).orElse(0L);
  }

  private long restarts(String jobId) {
    for (JsonNode metric : rest.get("/jobs/" + jobId + "/metrics?get=numRestarts")) {
      return metric.path("value").asLong();
    }
    return 0;
  }
}
