package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.ResourceRequirements.Bounds;
import java.util.Map;

/**
 * A change of parallelism without a stop.
 *
 * @param before what the job asked for, by id of vertex
 */
record InPlace(String jobId, int from, int to, Map<String, Bounds> before) {
  InPlace {
    before = Map.copyOf(before);
  }
}
