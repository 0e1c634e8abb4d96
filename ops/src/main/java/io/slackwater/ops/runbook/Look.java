package io.slackwater.ops.runbook;

import org.apache.flink.api.common.JobStatus;

/**
 * A new job, as it is seen at one moment.
 *
 * @param restarts since it was started
 * @param checkpoints completed since it was started
 * @param firstWatermark the first that was seen of it, event time in ms; {@link Long#MIN_VALUE}
 *     before there was one
 */
record Look(
    JobStatus status,
    boolean allTasksRun,
    long restarts,
    long checkpoints,
    long firstWatermark,
    Vitals vitals) {}
