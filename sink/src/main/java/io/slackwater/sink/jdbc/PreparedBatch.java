package io.slackwater.sink.jdbc;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A staged batch as Flink's state tells of it, for those who look into a savepoint.
 *
 * @param id null where an epoch had no rows and only its progress is to be told
 * @param stagedAtMillis when the batch was opened, ms since the epoch
 */
public record PreparedBatch(@Nullable String id, long rows, long stagedAtMillis) {

  /** Reads the committables of the sink that {@link JdbcOutput#attach} adds. */
  public static SimpleVersionedSerializer<PreparedBatch> reader() {
    return new Reader(new StagedBatchFormat());
  }

  private record Reader(StagedBatchFormat format)
      implements SimpleVersionedSerializer<PreparedBatch> {
    @Override
    public int getVersion() {
      return format.getVersion();
    }

    @Override
    public byte[] serialize(PreparedBatch batch) {
      throw new UnsupportedOperationException("for reading only");
    }

    @Override
    public PreparedBatch deserialize(int version, byte[] bytes) throws IOException {
      StagedBatch batch = format.deserialize(version, bytes);
      return new PreparedBatch(batch.batchId(), batch.rows(), batch.stagedAt());
    }
  }
}
