package io.slackwater.sink.jdbc;

import java.time.Clock;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Takes the batches that {@link WriteOperator} staged to their publication. */
final class BatchSink implements Sink<byte[]>, SupportsCommitter<StagedBatch> {
  private static final long serialVersionUID = 1L;

  private final JdbcSinkConfig config;
  private final Clock clock;

  BatchSink(JdbcSinkConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  @Override
  public SinkWriter<byte[]> createWriter(WriterInitContext context) {
    return new BatchCollector();
  }

  @Override
  public Committer<StagedBatch> createCommitter(CommitterInitContext context) {
    return new BatchPublisher(
        config,
        context.getJobInfo().getJobId().toHexString(),
        context.getTaskInfo().getIndexOfThisSubtask() == 0,
        context.metricGroup(),
        clock);
  }

  @Override
  public SimpleVersionedSerializer<StagedBatch> getCommittableSerializer() {
    return new StagedBatchFormat();
  }
}
