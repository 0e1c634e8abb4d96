package io.slackwater.sink.jdbc;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of a {@link StagedBatch}, in Flink's state and between the operators. */
final class StagedBatchFormat implements SimpleVersionedSerializer<StagedBatch> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(StagedBatch batch) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(160);
    out.writeBoolean(batch.batchId() != null);
    if (batch.batchId() != null) {
      out.writeUTF(batch.batchId());
    }
    out.writeUTF(batch.attempt());
    out.writeInt(batch.subtask());
    out.writeInt(batch.parallelism());
    out.writeLong(batch.checkpointId());
    out.writeLong(batch.rows());
    out.writeLong(batch.checksum());
    out.writeLong(batch.stagedAt());
    out.writeLong(batch.completeThrough());
    return out.getCopyOfBuffer();
  }

  @Override
  public StagedBatch deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "staged batch of format %d: this release reads format %d; restore with the release that wrote it"
              .formatted(version, VERSION));
    }
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    return new StagedBatch(
        in.readBoolean() ? in.readUTF() : null,
        in.readUTF(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }
}
