package io.slackwater.job.recount;

import io.slackwater.job.flow.CustomerMinute.CustomerMinuteSerializer;
import io.slackwater.job.flow.CustomerProfile.CustomerProfileSerializer;
import io.slackwater.job.flow.EventSerializer;
import io.slackwater.job.flow.ImmutableSerializer;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A kind, then its fields. Nothing that outlives the run is written so. */
final class EvidenceSerializer extends ImmutableSerializer<Evidence> {
  private static final long serialVersionUID = 1L;
  static final EvidenceSerializer INSTANCE = new EvidenceSerializer();

  private static final int PROFILE = 0;
  private static final int LATE = 1;
  private static final int DEAD = 2;
  private static final int REJECTED = 3;
  private static final int EVENT = 4;
  private static final int REFUSED = 5;
  private static final int PUBLISHED = 6;
  private static final int UNREADABLE = 7;

  @Override
  public void serialize(Evidence evidence, DataOutputView out) throws IOException {
    if (evidence instanceof Evidence.Event event) {
      out.writeByte(EVENT);
      EventSerializer.INSTANCE.serialize(event.event(), out);
      Origin.write(event.origin(), out);
      out.writeBoolean(event.late());
      out.writeBoolean(event.decided());
    } else if (evidence instanceof Evidence.Published published) {
      out.writeByte(PUBLISHED);
      CustomerMinuteSerializer.INSTANCE.serialize(published.minute(), out);
      Wire.writeText(published.place(), out);
      out.writeBoolean(published.underItsKey());
      Wire.writeUnsigned(published.offset(), out);
    } else if (evidence instanceof Evidence.Profile profile) {
      out.writeByte(PROFILE);
      CustomerProfileSerializer.INSTANCE.serialize(profile.profile(), out);
      Wire.writeUnsigned(profile.offset(), out);
    } else {
      serializeRare(evidence, out);
    }
  }

  private static void serializeRare(Evidence evidence, DataOutputView out) throws IOException {
    if (evidence instanceof Evidence.Late late) {
      out.writeByte(LATE);
      Wire.writeUtf8(late.key(), out);
      Origin.write(late.origin(), out);
      Wire.writeSigned(late.time(), out);
      out.writeBoolean(late.byIdleness());
    } else if (evidence instanceof Evidence.Dead dead) {
      out.writeByte(DEAD);
      Wire.writeUtf8(dead.key(), out);
      Origin.write(dead.origin(), out);
    } else if (evidence instanceof Evidence.Rejected rejected) {
      out.writeByte(REJECTED);
      Wire.writeUtf8(rejected.key(), out);
      Wire.writeSigned(rejected.windowStart(), out);
    } else if (evidence instanceof Evidence.Refused refused) {
      out.writeByte(REFUSED);
      Origin.write(refused.origin(), out);
      Wire.writeText(refused.reason(), out);
    } else if (evidence instanceof Evidence.Unreadable unreadable) {
      out.writeByte(UNREADABLE);
      Wire.writeText(unreadable.verdict().name(), out);
      Wire.writeText(unreadable.text(), out);
    }
  }

  @Override
  public Evidence deserialize(DataInputView in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case EVENT ->
          new Evidence.Event(
              EventSerializer.INSTANCE.deserialize(in),
              Origin.read(in),
              in.readBoolean(),
              in.readBoolean());
      case PUBLISHED ->
          new Evidence.Published(
              CustomerMinuteSerializer.INSTANCE.deserialize(in),
              Wire.readText(in),
              in.readBoolean(),
              Wire.readUnsigned(in));
      case PROFILE ->
          new Evidence.Profile(
              CustomerProfileSerializer.INSTANCE.deserialize(in), Wire.readUnsigned(in));
      case LATE ->
          new Evidence.Late(
              Wire.readId(in), Origin.read(in), Wire.readSigned(in), in.readBoolean());
      case DEAD -> new Evidence.Dead(Wire.readId(in), Origin.read(in));
      case REJECTED -> new Evidence.Rejected(Wire.readId(in), Wire.readSigned(in));
      case REFUSED -> new Evidence.Refused(Origin.read(in), Wire.readText(in));
      case UNREADABLE ->
          new Evidence.Unreadable(Verdict.valueOf(Wire.readText(in)), Wire.readText(in));
      default -> throw new IOException("evidence of unknown kind " + kind);
    };
  }

  @Override
  public TypeSerializerSnapshot<Evidence> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Evidence> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
