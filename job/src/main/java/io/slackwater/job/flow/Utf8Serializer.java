package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Length and bytes. The form of every key in the keyed state. */
public final class Utf8Serializer extends ImmutableSerializer<Utf8> {
  private static final long serialVersionUID = 1L;

  public static final Utf8Serializer INSTANCE = new Utf8Serializer();
  public static final TypeInformation<Utf8> KEY_TYPE = FlowType.ofKey(Utf8.class, INSTANCE);

  @Override
  public void serialize(Utf8 text, DataOutputView target) throws IOException {
    Wire.writeUtf8(text, target);
  }

  @Override
  public Utf8 deserialize(DataInputView source) throws IOException {
    return Wire.readId(source);
  }

  @Override
  public TypeSerializerSnapshot<Utf8> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1: unsigned LEB128 of length + 1, then the bytes. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Utf8> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
