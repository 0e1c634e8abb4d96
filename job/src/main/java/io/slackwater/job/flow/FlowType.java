package io.slackwater.job.flow;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Tells Flink to use one serializer of ours for a type, and nothing it might derive itself. */
public final class FlowType<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> type;
  private final TypeSerializer<T> serializer;
  private final boolean key;

  private FlowType(Class<T> type, TypeSerializer<T> serializer, boolean key) {
    this.type = type;
    this.serializer = serializer;
    this.key = key;
  }

  @SuppressWarnings("unchecked") // A generic type's class literal is raw; the serializer knows.
  public static <T> FlowType<T> of(Class<? super T> type, TypeSerializer<T> serializer) {
    return new FlowType<>((Class<T>) type, serializer, false);
  }

  /** The same for a type that streams are keyed by. */
  public static <T> FlowType<T> ofKey(Class<T> type, TypeSerializer<T> serializer) {
    return new FlowType<>(type, serializer, true);
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<T> getTypeClass() {
    return type;
  }

  @Override
  public boolean isKeyType() {
    return key;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FlowType<?> that
        && type == that.type
        && serializer.equals(that.serializer)
        && key == that.key;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof FlowType;
  }
}
