package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A result: what one customer did in one window, joined with its profile as of the window's end.
 *
 * @param windowStart ms since the epoch, event time, inclusive
 * @param windowEnd ms since the epoch, event time, exclusive
 * @param revision 0 as published by the stream, one more with each correction
 * @param aggregates in the order of the configuration, at its scales; null where no event had a
 *     value
 */
public record CustomerMinute(
    Utf8 customer,
    long windowStart,
    long windowEnd,
    int revision,
    List<BigDecimal> aggregates,
    Profile profile) {
  public static final TypeInformation<CustomerMinute> TYPE =
      FlowType.of(CustomerMinute.class, CustomerMinuteSerializer.INSTANCE);

  /** Why a result has its customer's attributes, or has not. */
  public enum ProfileStatus {
    MATCHED("matched", 0),
    /** Never seen, or given back to the disk. */
    MISSING("missing", 1),
    /** Known, but older than the TTL at the window's end. */
    EXPIRED("expired", 2),
    /** A tombstone was the newest word. */
    DELETED("deleted", 3);

    private final String text;
    private final int code;

    ProfileStatus(String text, int code) {
      this.text = text;
      this.code = code;
    }

    private static ProfileStatus ofCode(int code) throws IOException {
      for (ProfileStatus status : values()) {
        if (status.code == code) {
          return status;
        }
      }
      throw new IOException("an unknown profile status: the stream is damaged");
    }

    /**
     * The status of a text.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ProfileStatus of(String text) {
      for (ProfileStatus status : values()) {
        if (status.text.equals(text)) {
          return status;
        }
      }
      throw new IllegalArgumentException("an unknown profile status '%s'".formatted(text));
    }

    public String text() {
      return text;
    }
  }

  /**
   * The customer as of the window's end.
   *
   * @param updatedAt ms since the epoch; null if and only if the profile is missing
   * @param attributes in the order of the configuration; all null unless matched
   */
  public record Profile(ProfileStatus status, @Nullable Long updatedAt, List<String> attributes) {}

  /** Fields in their order, numbers as unscaled value and scale. */
  public static final class CustomerMinuteSerializer extends ImmutableSerializer<CustomerMinute> {
    private static final long serialVersionUID = 1L;
    public static final CustomerMinuteSerializer INSTANCE = new CustomerMinuteSerializer();

    @Override
    public void serialize(CustomerMinute minute, DataOutputView target) throws IOException {
      Wire.writeUtf8(minute.customer, target);
      Wire.writeSigned(minute.windowStart, target);
      Wire.writeUnsigned(minute.windowEnd - minute.windowStart, target);
      Wire.writeUnsigned(minute.revision, target);
      Wire.writeUnsigned(minute.aggregates.size(), target);
      for (BigDecimal number : minute.aggregates) {
        Wire.writeBytes(number == null ? null : number.unscaledValue().toByteArray(), target);
        if (number != null) {
          Wire.writeUnsigned(number.scale(), target);
        }
      }
      target.writeByte(minute.profile.status.code);
      target.writeBoolean(minute.profile.updatedAt != null);
      if (minute.profile.updatedAt != null) {
        Wire.writeSigned(minute.profile.updatedAt, target);
      }
      Wire.writeTexts(minute.profile.attributes, target);
    }

    @Override
    public CustomerMinute deserialize(DataInputView source) throws IOException {
      Utf8 customer = Wire.readId(source);
      long start = Wire.readSigned(source);
      long end = start + Wire.readUnsigned(source);
      int revision = Wire.readLength(source);
      int size = Wire.readLength(source);
      List<BigDecimal> aggregates = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        byte[] unscaled = Wire.readBytes(source);
        aggregates.add(
            unscaled == null
                ? null
                : new BigDecimal(new BigInteger(unscaled), Wire.readLength(source)));
      }
      ProfileStatus status = ProfileStatus.ofCode(source.readByte());
      Long updatedAt = source.readBoolean() ? Wire.readSigned(source) : null;
      Profile profile = new Profile(status, updatedAt, Wire.readTexts(source));
      return new CustomerMinute(
          customer, start, end, revision, Collections.unmodifiableList(aggregates), profile);
    }

    @Override
    public TypeSerializerSnapshot<CustomerMinute> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<CustomerMinute> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
