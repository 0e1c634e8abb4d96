package io.slackwater.job.flow;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What all our serializers share: their values are immutable, of variable length, and never null.
 * Subclasses say what the bytes are; the bytes are self-describing, so that no serializer depends
 * on the configuration.
 */
public abstract class ImmutableSerializer<T> extends TypeSerializerSingleton<T> {
  @Override
  public boolean isImmutableType() {
    return true;
  }

  /** There is no meaningful empty instance. */
  @Override
  public T createInstance() {
    return null;
  }

  @Override
  public T copy(T from) {
    return from;
  }

  @Override
  public T copy(T from, T reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }
}
