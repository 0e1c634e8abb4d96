package io.slackwater.ops.check;

import java.util.List;
import java.util.Map;

/**
 * What a Flink cluster says of itself.
 *
 * @param settings the cluster's own, by key; secrets are masked by Flink
 * @param hosts of the task managers
 * @param managedBytesPerSlot of the task manager that has least; 0 if there is none
 * @param job the active jobs of the configured name
 * @param others names of other active jobs that are Slackwater by their operators
 */
record ClusterFacts(
    String version,
    Map<String, String> settings,
    int taskManagers,
    int slots,
    List<String> hosts,
    long managedBytesPerSlot,
    List<JobFacts> job,
    List<String> others,
    Looked<Clock> clock) {

  /**
   * A running job.
   *
   * @param parallelism of the operator that has most
   * @param stateBytes of the latest checkpoint as a whole; -1 if there is none yet
   * @param checkpointMillis how long that checkpoint took; -1 likewise
   * @param failedSince checkpoints that failed since one completed
   */
  record JobFacts(
      String id, int parallelism, long stateBytes, long checkpointMillis, int failedSince) {}
}
