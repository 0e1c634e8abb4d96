package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.ClusterSettings;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import java.util.Optional;

/** Whether a cluster has the slots for a job. */
final class Slots {
  private final FlinkRest rest;

  Slots(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * @param job whose slots become free when it is stopped
   */
  Optional<String> problem(int parallelism, Optional<JobDetails> job) {
    int slots =
        rest.get("/overview").path("slots-available").asInt()
            + job.map(JobDetails::parallelism).orElse(0);
    return parallelism <= slots || addsTaskManagers()
        ? Optional.empty()
        : Optional.of(
            "parallelism %d needs %d slots, the cluster has %d for this job: add task managers"
                .formatted(parallelism, parallelism, slots));
  }

  /** Kubernetes and YARN integrations start task managers as slots are asked for. */
  private boolean addsTaskManagers() {
    return ClusterSettings.of(rest).keySet().stream()
        .anyMatch(key -> key.equals("kubernetes.cluster-id") || key.startsWith("yarn.application"));
  }
}
