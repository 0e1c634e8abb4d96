package io.slackwater.job.gate;

import io.slackwater.job.flow.ImmutableSerializer;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A subtask that had been idle before a checkpoint which may hold records, and so also what was
 * said about idleness, on their way.
 *
 * @param parallelism of the gate then
 * @param stillIdle whether its last word was that it is idle
 */
public record IdleSubtask(int parallelism, int index, boolean stillIdle) {

  /** All three. */
  public static final class IdleSubtaskSerializer extends ImmutableSerializer<IdleSubtask> {
    private static final long serialVersionUID = 1L;
    public static final IdleSubtaskSerializer INSTANCE = new IdleSubtaskSerializer();

    @Override
    public void serialize(IdleSubtask subtask, DataOutputView target) throws IOException {
      Wire.writeUnsigned(subtask.parallelism, target);
      Wire.writeUnsigned(subtask.index, target);
      target.writeBoolean(subtask.stillIdle);
    }

    @Override
    public IdleSubtask deserialize(DataInputView source) throws IOException {
      return new IdleSubtask(
          Wire.readLength(source), Wire.readLength(source), source.readBoolean());
    }

    @Override
    public TypeSerializerSnapshot<IdleSubtask> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<IdleSubtask> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
