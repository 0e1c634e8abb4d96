package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * An event that was on time by its own partition, on its way to its customer.
 *
 * @param original the record it came from, carried only while its window might already be closed
 *     (its partition had been idle, or is new): the 2 KB of it are worth the network only then
 * @param partitionWatermark its own partition's watermark when it was read, ms since the epoch
 */
public record CustomerEvent(
    Decoded.Event event, @Nullable RawRecord original, long partitionWatermark) {
  public static final TypeInformation<CustomerEvent> TYPE =
      FlowType.of(CustomerEvent.class, CustomerEventSerializer.INSTANCE);

  public Utf8 customer() {
    return event.customer();
  }

  /** A flag, the event, and behind the flag the original and the watermark. */
  public static final class CustomerEventSerializer extends ImmutableSerializer<CustomerEvent> {
    private static final long serialVersionUID = 1L;
    public static final CustomerEventSerializer INSTANCE = new CustomerEventSerializer();

    @Override
    public void serialize(CustomerEvent value, DataOutputView target) throws IOException {
      EventSerializer.INSTANCE.serialize(value.event, target);
      target.writeBoolean(value.original != null);
      if (value.original != null) {
        RawRecord.write(value.original, target);
        target.writeLong(value.partitionWatermark);
      }
    }

    @Override
    public CustomerEvent deserialize(DataInputView source) throws IOException {
      Decoded.Event event = EventSerializer.INSTANCE.deserialize(source);
      return source.readBoolean()
          ? new CustomerEvent(event, RawRecord.read(source), source.readLong())
          : new CustomerEvent(event, null, Long.MIN_VALUE);
    }

    @Override
    public TypeSerializerSnapshot<CustomerEvent> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<CustomerEvent> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
