package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What is on its way to a customer to be counted: an event, or what several came to. */
public sealed interface CustomerInput permits CustomerEvent, PartialAggregate {
  TypeInformation<CustomerInput> TYPE =
      FlowType.of(CustomerInput.class, CustomerInputSerializer.INSTANCE);

  Utf8 customer();

  /**
   * An event, then what there is besides: nothing, its original and the partition's watermark, or
   * the counts of a partial aggregate, whose window and values stand where an event has its time
   * and measures. Earlier builds wrote events in the same way.
   */
  final class CustomerInputSerializer extends ImmutableSerializer<CustomerInput> {
    private static final long serialVersionUID = 1L;
    public static final CustomerInputSerializer INSTANCE = new CustomerInputSerializer();

    private static final byte ALONE = 0;
    private static final byte WITH_ORIGINAL = 1;
    private static final byte WITH_COUNTS = 2;

    @Override
    public void serialize(CustomerInput value, DataOutputView target) throws IOException {
      if (value instanceof CustomerEvent event) {
        EventSerializer.INSTANCE.serialize(event.event(), target);
        if (event.original() == null) {
          target.writeByte(ALONE);
        } else {
          target.writeByte(WITH_ORIGINAL);
          RawRecord.write(event.original(), target);
          target.writeLong(event.partitionWatermark());
        }
      } else if (value instanceof PartialAggregate partial) {
        EventSerializer.INSTANCE.serialize(
            new Decoded.Event(partial.customer(), partial.windowStart(), null, partial.values()),
            target);
        target.writeByte(WITH_COUNTS);
        Wire.writeUnsigned(partial.counts().length, target);
        for (long count : partial.counts()) {
          Wire.writeUnsigned(count, target);
        }
      }
    }

    @Override
    public CustomerInput deserialize(DataInputView source) throws IOException {
      Decoded.Event event = EventSerializer.INSTANCE.deserialize(source);
      byte besides = source.readByte();
      return switch (besides) {
        case ALONE -> new CustomerEvent(event, null, Long.MIN_VALUE);
        case WITH_ORIGINAL -> new CustomerEvent(event, RawRecord.read(source), source.readLong());
        case WITH_COUNTS -> partial(event.customer(), event.time(), event.measures(), source);
        default ->
            throw new IOException(
                "0x%02x behind an event: the stream is damaged, or of a later build"
                    .formatted(besides));
      };
    }

    private static PartialAggregate partial(
        Utf8 customer, long windowStart, Measures values, DataInputView source) throws IOException {
      long[] counts = new long[Wire.readLength(source)];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = Wire.readUnsigned(source);
      }
      return new PartialAggregate(customer, windowStart, counts, values);
    }

    @Override
    public TypeSerializerSnapshot<CustomerInput> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<CustomerInput> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
