package io.slackwater.sink.kafka;

import java.io.IOException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The connector's own form, with its version, followed by the witness. */
final class WitnessedCommittableSerializer
    implements SimpleVersionedSerializer<WitnessedCommittable> {
  private static final int VERSION = 1;

  private final SimpleVersionedSerializer<KafkaCommittable> transactions;

  WitnessedCommittableSerializer(SimpleVersionedSerializer<KafkaCommittable> transactions) {
    this.transactions = transactions;
  }

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(WitnessedCommittable committable) throws IOException {
    byte[] transaction =
        SimpleVersionedSerialization.writeVersionAndSerialize(
            transactions, committable.transaction());
    Witness witness = committable.witness();
    DataOutputSerializer out = new DataOutputSerializer(128);
    out.writeInt(transaction.length);
    out.write(transaction);
    out.writeUTF(witness.topic());
    out.writeInt(witness.partition());
    out.writeLong(witness.offset());
    out.writeLong(witness.timestamp());
    out.writeInt(witness.keySize());
    out.writeInt(witness.valueSize());
    out.writeLong(committable.afterCheckpoint());
    return out.getCopyOfBuffer();
  }

  @Override
  public WitnessedCommittable deserialize(int version, byte[] serialized) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "prepared transaction of version %d in the state, this release reads %d: restore with the release that wrote it"
              .formatted(version, VERSION));
    }
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    byte[] transaction = new byte[in.readInt()];
    in.readFully(transaction);
    return new WitnessedCommittable(
        SimpleVersionedSerialization.readVersionAndDeSerialize(transactions, transaction),
        new Witness(
            in.readUTF(), in.readInt(), in.readLong(), in.readLong(), in.readInt(), in.readInt()),
        in.readLong());
  }
}
