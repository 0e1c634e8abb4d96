package io.slackwater.sink.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;

/** Hands the batches of an epoch to Flink's state; they came before the barrier, as did we. */
final class BatchCollector implements CommittingSinkWriter<byte[], StagedBatch> {
  private final StagedBatchFormat format = new StagedBatchFormat();
  private final List<StagedBatch> batches = new ArrayList<>();

  @Override
  public void write(byte[] batch, Context context) throws IOException {
    batches.add(format.deserialize(format.getVersion(), batch));
  }

  @Override
  public void flush(boolean endOfInput) {}

  @Override
  public Collection<StagedBatch> prepareCommit() {
    List<StagedBatch> prepared = List.copyOf(batches);
    batches.clear();
    return prepared;
  }

  @Override
  public void close() {}
}
