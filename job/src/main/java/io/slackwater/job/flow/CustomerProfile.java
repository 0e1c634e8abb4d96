package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import java.io.IOException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A profile, or a customer's deletion, as windows may see it.
 *
 * @param time event time of the update, ms since the epoch
 * @param visibleFrom windows that end after this may use it, ms since the epoch: its time, or, for
 *     one that came behind its own partition's watermark, the first moment at which no window can
 *     have closed without it. Decided by the log, so that a replay joins alike.
 * @param attributes in the order of the configuration, entries may be null; null for a deletion
 */
public record CustomerProfile(
    Utf8 customer, long time, long visibleFrom, @Nullable List<String> attributes) {
  public static final TypeInformation<CustomerProfile> TYPE =
      FlowType.of(CustomerProfile.class, CustomerProfileSerializer.INSTANCE);

  /** Whether it came behind its own partition's watermark. */
  public boolean isLate() {
    return visibleFrom > time;
  }

  /** Customer, time, how much later it is visible, attributes. */
  public static final class CustomerProfileSerializer extends ImmutableSerializer<CustomerProfile> {
    private static final long serialVersionUID = 1L;
    public static final CustomerProfileSerializer INSTANCE = new CustomerProfileSerializer();

    @Override
    public void serialize(CustomerProfile profile, DataOutputView target) throws IOException {
      Wire.writeUtf8(profile.customer, target);
      Wire.writeSigned(profile.time, target);
      Wire.writeUnsigned(profile.visibleFrom - profile.time, target);
      Wire.writeTexts(profile.attributes, target);
    }

    @Override
    public CustomerProfile deserialize(DataInputView source) throws IOException {
      Utf8 customer = Wire.readId(source);
      long time = Wire.readSigned(source);
      long visibleFrom = time + Wire.readUnsigned(source);
      return new CustomerProfile(customer, time, visibleFrom, Wire.readTexts(source));
    }

    @Override
    public TypeSerializerSnapshot<CustomerProfile> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<CustomerProfile> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
