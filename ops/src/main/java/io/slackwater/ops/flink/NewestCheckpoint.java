package io.slackwater.ops.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;

/**
 * The newest checkpoint of a job, dead or alive. A job manager that has been started again has
 * forgotten the jobs that ended before; what they have retained lies in their directories.
 */
public final class NewestCheckpoint {
  private final FlinkRest rest;

  public NewestCheckpoint(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * Asks the cluster, and looks into the job's directory if it does not know.
   *
   * @throws UncheckedIOException when the directory cannot be read from here
   */
  public Optional<String> of(String jobId) {
    return Checkpoints.of(rest, jobId).flatMap(Checkpoints::latest).or(() -> retained(jobId));
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
      throw new UncheckedIOException(
          "the checkpoints of job %s in %s cannot be listed: %s"
              .formatted(jobId, directory, e.getMessage()),
          e);
    }
  }
}
