package io.slackwater.ops.flink;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.RestOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest checkpoint of a job, dead or alive. A job manager that has been started again has
 * forgotten the jobs that ended before; what they have retained lies in their directories.
 */
public final class NewestCheckpoint {
  private static final Logger LOG = LoggerFactory.getLogger(NewestCheckpoint.class);

  private final FlinkRest rest;

  public NewestCheckpoint(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * Looks into the job's directory, and asks the cluster where that cannot be read from here. What
   * the cluster says may be as old as {@link #age}, and name one that has been deleted since.
   */
  public Optional<String> of(String jobId) {
    return retained(jobId).or(() -> Checkpoints.of(rest, jobId).flatMap(Checkpoints::latest));
  }

  /** For how long the cluster repeats an answer about a job's checkpoints. */
  public Duration age() {
    return ClusterSettings.of(rest).get(RestOptions.CACHE_CHECKPOINT_STATISTICS_TIMEOUT);
  }

  private Optional<String> retained(String jobId) {
    String directory = ClusterSettings.of(rest).get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    if (directory == null) {
      return Optional.empty();
    }
    try {
      return RetainedCheckpoints.of(directory, JobID.fromHexString(jobId))
          .latest()
          .map(Object::toString);
    } catch (IOException e) {
      LOG.debug("{} cannot be listed from here", directory, e);
      return Optional.empty();
    }
  }
}
