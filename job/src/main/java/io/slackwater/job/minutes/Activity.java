package io.slackwater.job.minutes;

import io.slackwater.job.flow.ImmutableSerializer;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A customer's sign of life, where publishing a window counts as one.
 *
 * @param lastEnd end of the last window that was published with its profile, ms since the epoch
 * @param rewrittenAt end of the window at which the profile was last written anew to keep it on
 *     disk, ms since the epoch
 */
public record Activity(long lastEnd, long rewrittenAt) {

  /** The later of the two, and how much earlier the other was. */
  public static final class ActivitySerializer extends ImmutableSerializer<Activity> {
    private static final long serialVersionUID = 1L;
    public static final ActivitySerializer INSTANCE = new ActivitySerializer();

    @Override
    public void serialize(Activity activity, DataOutputView target) throws IOException {
      Wire.writeSigned(activity.lastEnd, target);
      Wire.writeUnsigned(activity.lastEnd - activity.rewrittenAt, target);
    }

    @Override
    public Activity deserialize(DataInputView source) throws IOException {
      long lastEnd = Wire.readSigned(source);
      return new Activity(lastEnd, lastEnd - Wire.readUnsigned(source));
    }

    @Override
    public TypeSerializerSnapshot<Activity> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Activity> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
