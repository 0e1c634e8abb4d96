package io.slackwater.job.source;

import io.slackwater.job.flow.FlowType;
import io.slackwater.job.flow.ImmutableSerializer;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.kafka.common.TopicPartition;

/**
 * For the edge between the source and what is chained to it, which is only crossed by bytes where
 * somebody has switched chaining off.
 */
public final class IngestedSerializer<T> extends ImmutableSerializer<Ingested<T>> {
  private static final long serialVersionUID = 1L;
  private static final int ACCEPTED = 0;
  private static final int LATE = 1;
  private static final int DEAD = 2;
  private static final int POSITION = 3;
  private static final int SILENT = 4;
  private static final int ASSIGNED = 5;
  private static final int REPORT_TO = 6;
  private static final int WAITED_FOR = 7;

  private final TypeSerializer<T> value;

  public IngestedSerializer(TypeSerializer<T> value) {
    this.value = value;
  }

  public static <T> TypeInformation<Ingested<T>> typeOf(TypeSerializer<T> value) {
    return FlowType.of(Ingested.class, new IngestedSerializer<>(value));
  }

  private static TypeSerializer<SetAside> aside() {
    return SetAside.SetAsideSerializer.INSTANCE;
  }

  @Override
  public void serialize(Ingested<T> said, DataOutputView target) throws IOException {
    target.writeLong(said.newest());
    if (said instanceof Ingested.Accepted<T> accepted) {
      target.writeByte(ACCEPTED);
      value.serialize(accepted.value(), target);
      RawRecord.write(accepted.original(), target);
      target.writeLong(accepted.watermark());
      Wire.writeUnsigned(accepted.behind(), target);
    } else if (said instanceof Ingested.Late<T> late) {
      target.writeByte(LATE);
      aside().serialize(late.record(), target);
      Wire.writeUnsigned(late.behind(), target);
    } else if (said instanceof Ingested.Dead<T> dead) {
      target.writeByte(DEAD);
      aside().serialize(dead.record(), target);
    } else if (said instanceof Ingested.Position<T> position) {
      target.writeByte(POSITION);
      Wire.writeText(position.topicPartition().topic(), target);
      Wire.writeUnsigned(position.partition(), target);
      target.writeBoolean(position.loaded());
    } else if (said instanceof Ingested.Silent<T>) {
      target.writeByte(SILENT);
      Wire.writeUnsigned(said.partition(), target);
    } else if (said instanceof Ingested.Assigned<T>) {
      target.writeByte(ASSIGNED);
    } else if (said instanceof Ingested.ReportTo<T>) {
      target.writeByte(REPORT_TO);
    } else if (said instanceof Ingested.WaitedFor<T> waitedFor) {
      target.writeByte(WAITED_FOR);
      target.writeLong(waitedFor.checkpoint());
      target.writeLong(waitedFor.closedBound());
    }
  }

  @Override
  public Ingested<T> deserialize(DataInputView source) throws IOException {
    long newest = source.readLong();
    return switch (source.readByte()) {
      case ACCEPTED ->
          new Ingested.Accepted<>(
              value.deserialize(source),
              RawRecord.read(source),
              source.readLong(),
              Wire.readUnsigned(source),
              newest);
      case LATE ->
          new Ingested.Late<>(aside().deserialize(source), Wire.readUnsigned(source), newest);
      case DEAD -> new Ingested.Dead<>(aside().deserialize(source), newest);
      case POSITION ->
          new Ingested.Position<>(
              new TopicPartition(Wire.readText(source), Wire.readLength(source)),
              source.readBoolean(),
              newest);
      case SILENT -> new Ingested.Silent<>(Wire.readLength(source), newest);
      case ASSIGNED -> new Ingested.Assigned<>();
      case REPORT_TO -> new Ingested.ReportTo<>(Ingested.ReportTo.NOBODY);
      case WAITED_FOR -> new Ingested.WaitedFor<>(source.readLong(), source.readLong());
      default -> throw new IOException("an unknown word from a source: the stream is damaged");
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IngestedSerializer<?> that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<Ingested<T>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Version 1. */
  public static final class Snapshot<T>
      extends CompositeTypeSerializerSnapshot<Ingested<T>, IngestedSerializer<T>> {
    public Snapshot() {}

    Snapshot(IngestedSerializer<T> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return 1;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(IngestedSerializer<T> outer) {
      return new TypeSerializer<?>[] {outer.value};
    }

    @Override
    @SuppressWarnings("unchecked") // The nested serializer is the one that was written.
    protected IngestedSerializer<T> createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new IngestedSerializer<>((TypeSerializer<T>) nested[0]);
    }
  }
}
