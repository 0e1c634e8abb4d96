package io.slackwater.sink.kafka;

import java.io.IOException;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A prepared transaction as Flink's state tells of it, for those who look into a savepoint.
 *
 * @param name this transaction and no other, {@code transactionalId@producerId:epoch}
 * @param firstRecordMillis timestamp in the log of its first record, ms since the epoch
 */
public record PreparedTransaction(String name, long firstRecordMillis) {

  /** Reads the committables of {@link StrictKafkaSink}. */
  public static SimpleVersionedSerializer<PreparedTransaction> reader() {
    return new Reader(new WitnessedCommittableSerializer(connectorsOwn()));
  }

  /** The connector gives its serializer to owners of a sink only. This one is never connected. */
  private static SimpleVersionedSerializer<KafkaCommittable> connectorsOwn() {
    return KafkaSink.<byte[]>builder()
        .setBootstrapServers("none:1")
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionalIdPrefix("none")
        .setRecordSerializer((element, context, timestamp) -> null)
        .build()
        .getCommittableSerializer();
  }

  private record Reader(WitnessedCommittableSerializer committables)
      implements SimpleVersionedSerializer<PreparedTransaction> {
    @Override
    public int getVersion() {
      return committables.getVersion();
    }

    @Override
    public byte[] serialize(PreparedTransaction transaction) {
      throw new UnsupportedOperationException("for reading only");
    }

    @Override
    public PreparedTransaction deserialize(int version, byte[] bytes) throws IOException {
      WitnessedCommittable committable = committables.deserialize(version, bytes);
      return new PreparedTransaction(committable.name(), committable.witness().timestamp());
    }
  }
}
