package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Customer, time, id, measures. */
public final class EventSerializer extends ImmutableSerializer<Decoded.Event> {
  private static final long serialVersionUID = 1L;
  public static final EventSerializer INSTANCE = new EventSerializer();

  @Override
  public void serialize(Decoded.Event event, DataOutputView target) throws IOException {
    Wire.writeUtf8(event.customer(), target);
    Wire.writeSigned(event.time(), target);
    Wire.writeUtf8(event.id(), target);
    Wire.writeMeasures(event.measures(), target);
  }

  @Override
  public Decoded.Event deserialize(DataInputView source) throws IOException {
    Utf8 customer = Wire.readId(source);
    long time = Wire.readSigned(source);
    Utf8 id = Wire.readUtf8(source);
    return new Decoded.Event(customer, time, id, Wire.readMeasures(source));
  }

  @Override
  public TypeSerializerSnapshot<Decoded.Event> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Decoded.Event> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
