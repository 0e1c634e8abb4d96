package io.slackwater.sink.jdbc;

import java.io.Serializable;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Brings rows to the database while the epoch runs, a chunk at a time, and finishes before the
 * barrier: then the rejected rows and the {@link StagedBatch} are on their way downstream, inside
 * the same checkpoint. Holds one chunk in memory and no Flink state.
 */
final class WriteOperator<T, R> extends AbstractStreamOperator<byte[]>
    implements OneInputStreamOperator<T, byte[]>, BoundedOneInput, RowChunk.Outcome<T> {

  /** Fresh identities; serializable because it travels with the operator. */
  interface Ids extends Supplier<UUID>, Serializable {}

  private static final long serialVersionUID = 1L;

  private final JdbcSinkConfig sinkConfig;
  private final RowMapping<T> mapping;
  private final RejectionMapping<T, R> rejection;
  private final OutputTag<R> rejected;
  private final Ids ids;
  private final Clock clock;

  private transient EpochWriter writer;
  private transient RowEncoder encoder;
  private transient RowChunk<T> chunk;
  @Nullable private transient TypeSerializer<T> copier;
  private transient UnpublishedAge unpublished;
  private transient Counter writtenRows;
  private transient Counter rejectedRows;
  private transient StagedBatchFormat format;
  private transient long sequence;
  private transient long watermark;
  private transient long lastCheckpoint;
  private transient boolean ended;

  WriteOperator(
      JdbcSinkConfig sinkConfig,
      RowMapping<T> mapping,
      RejectionMapping<T, R> rejection,
      OutputTag<R> rejected,
      Ids ids,
      Clock clock) {
    this.sinkConfig = sinkConfig;
    this.mapping = mapping;
    this.rejection = rejection;
    this.rejected = rejected;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public void open() throws Exception {
    super.open();
    TaskInfo task = getRuntimeContext().getTaskInfo();
    Attempt attempt =
        new Attempt(
            getRuntimeContext().getJobInfo().getJobId().toHexString(),
            ids.get().toString(),
            task.getIndexOfThisSubtask(),
            task.getNumberOfParallelSubtasks());
    writer =
        sinkConfig.mode() == WriteMode.TWO_PHASE
            ? new StagingWriter(sinkConfig, attempt, ids, clock)
            : new UpsertWriter(sinkConfig, attempt, clock);
    encoder = new RowEncoder(sinkConfig.table(), sinkConfig.database().dialect());
    chunk = new RowChunk<>(writer, sinkConfig.tuning(), this);
    format = new StagedBatchFormat();
    watermark = Long.MIN_VALUE;
    if (getExecutionConfig().isObjectReuseEnabled()) {
      copier = config.getTypeSerializerIn(0, getUserCodeClassloader());
    }
    unpublished = getMetricGroup().gauge("oldestUnpublishedAge", new UnpublishedAge(clock));
    writtenRows = getMetricGroup().counter("stagedRows");
    rejectedRows = getMetricGroup().counter("rejectedRows");
    run(writer::open);
    if (getRuntimeContext().getJobType() == JobType.BATCH) {
      // Restores nothing, so nobody will publish what an earlier run has left.
      run(writer::earlierBatchesAreNobodys);
    }
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    T row = element.getValue();
    unpublished.rowArrived();
    EncodedRow encoded;
    try {
      encoded = encoder.encode(sequence, mapping.values(row));
    } catch (RowRefusedException e) {
      rejected(row, OneLine.of(e.getMessage()));
      return;
    }
    sequence++;
    T kept = copier == null ? row : copier.copy(row);
    run(() -> chunk.add(kept, encoded));
  }

  @Override
  public void written(int rows) {
    writtenRows.inc(rows);
  }

  @Override
  public void rejected(T row, String reason) {
    rejectedRows.inc();
    output.collect(rejected, new StreamRecord<>(rejection.rejected(row, reason)));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    watermark = mark.getTimestamp();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    if (!ended) {
      finishEpoch(checkpointId);
    }
  }

  @Override
  public void endInput() throws Exception {
    finishEpoch(lastCheckpoint + 1);
    ended = true;
  }

  private void finishEpoch(long checkpointId) throws Exception {
    lastCheckpoint = checkpointId;
    run(
        () -> {
          chunk.flush();
          Optional<StagedBatch> batch = writer.finish(checkpointId, completeThrough());
          if (batch.isPresent()) {
            output.collect(new StreamRecord<>(format.serialize(batch.get())));
          }
        });
    unpublished.prepared(checkpointId);
    sequence = 0;
  }

  /** A window whose last millisecond is the watermark is complete, and ends one later. */
  private long completeThrough() {
    boolean isEdge = watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE;
    return isEdge ? watermark : watermark + 1;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    // The committer is the tail of this chain and was told first.
    unpublished.published(checkpointId);
    run(writer::earlierBatchesAreNobodys);
  }

  private interface Step {
    void run() throws Exception;
  }

  private void run(Step step) throws Exception {
    try {
      step.run();
    } catch (StopException e) {
      throw new SuppressRestartsException(e);
    } catch (SQLException e) {
      throw new SQLException(
          "table %s could not be written (%s); nothing is lost, the job continues from its last checkpoint"
              .formatted(sinkConfig.table().name(), OneLine.of(e.getMessage())),
          e);
    }
  }

  @Override
  public void close() throws Exception {
    if (writer != null) {
      writer.close();
    }
    super.close();
  }
}
