package io.slackwater.ops.savepoint;

import javax.annotation.Nullable;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointProperties;
import org.apache.flink.runtime.checkpoint.SavepointType;

/** What wrote the state. */
public enum SavepointFormat {
  /** A savepoint that any state backend can restore. */
  CANONICAL,
  /** A savepoint in the state backend's own format: quicker, for the same backend only. */
  NATIVE,
  /** A retained checkpoint. Its files are shared with other checkpoints of the job. */
  CHECKPOINT,
  /** Written by a Flink that did not say. */
  UNKNOWN;

  static SavepointFormat of(@Nullable CheckpointProperties properties) {
    if (properties == null) {
      return UNKNOWN;
    }
    if (properties.getCheckpointType() instanceof SavepointType savepoint) {
      return savepoint.getFormatType() == SavepointFormatType.NATIVE ? NATIVE : CANONICAL;
    }
    return CHECKPOINT;
  }
}
