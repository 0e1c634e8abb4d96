package io.slackwater.job.minutes;

import io.slackwater.job.flow.ImmutableSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Which page of a key group's open windows.
 *
 * @param windowStart ms since the epoch
 * @param number 0, 1, 2… within the window
 */
public record PageId(long windowStart, int number) {

  /** Both at their full width. */
  public static final class PageIdSerializer extends ImmutableSerializer<PageId> {
    private static final long serialVersionUID = 1L;
    public static final PageIdSerializer INSTANCE = new PageIdSerializer();

    @Override
    public int getLength() {
      return Long.BYTES + Integer.BYTES;
    }

    @Override
    public void serialize(PageId id, DataOutputView target) throws IOException {
      target.writeLong(id.windowStart);
      target.writeInt(id.number);
    }

    @Override
    public PageId deserialize(DataInputView source) throws IOException {
      return new PageId(source.readLong(), source.readInt());
    }

    @Override
    public TypeSerializerSnapshot<PageId> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PageId> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
