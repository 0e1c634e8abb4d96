package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.ClusterSettings;
import io.slackwater.ops.flink.FlinkRest;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CheckpointingOptions;

/** Where savepoints go. */
final class SavepointPlace {
  private final FlinkRest rest;

  SavepointPlace(FlinkRest rest) {
    this.rest = rest;
  }

  /**
   * What was asked for, else what the cluster says.
   *
   * @throws IllegalStateException when neither says anything
   */
  String of(@Nullable String asked) {
    String directory =
        asked == null
            ? ClusterSettings.of(rest).get(CheckpointingOptions.SAVEPOINT_DIRECTORY)
            : asked;
    if (directory == null) {
      throw new IllegalStateException(
          "the cluster has no execution.checkpointing.savepoint-dir: give --savepoint-dir");
    }
    return directory;
  }
}
