package io.slackwater.sink.jdbc;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/**
 * The three operators of the sink, Flink's own two among them, at any parallelism, with the test in
 * the place of the checkpoint coordinator: it decides when a barrier comes and who hears of it.
 */
final class HarnessJob<T> implements AutoCloseable {
  static final OutputTag<String> REJECTED =
      new OutputTag<>("rejected", TypeInformation.of(String.class));
  private static final int MAX_PARALLELISM = 128;

  /** Shared, since a job that is killed closes nothing and would leave its threads. */
  private static final IOManager IO =
      new IOManagerAsync() {
        @Override
        public void close() {}
      };

  /** What a completed checkpoint keeps. */
  record Snapshot(long checkpointId, int parallelism, OperatorSubtaskState committers) {}

  private record Subtask<T>(
      OneInputStreamOperatorTestHarness<T, byte[]> write,
      OneInputStreamOperatorTestHarness<byte[], CommittableMessage<StagedBatch>> collect,
      OneInputStreamOperatorTestHarness<
              CommittableMessage<StagedBatch>, CommittableMessage<StagedBatch>>
          publish) {}

  private final List<Subtask<T>> subtasks = new ArrayList<>();
  private final int parallelism;

  /**
   * @param restored null for a first start
   */
  HarnessJob(
      JobID job,
      JdbcSinkConfig config,
      RowMapping<T> mapping,
      Clock clock,
      int parallelism,
      Snapshot restored)
      throws Exception {
    this.parallelism = parallelism;
    BatchSink sink = new BatchSink(config, clock);
    for (int i = 0; i < parallelism; i++) {
      WriteOperator<T, String> operator =
          new WriteOperator<>(
              config, mapping, (row, reason) -> reason, REJECTED, UUID::randomUUID, clock);
      subtasks.add(
          new Subtask<>(
              new OneInputStreamOperatorTestHarness<>(operator, environment(job, i)),
              new OneInputStreamOperatorTestHarness<>(
                  new SinkWriterOperatorFactory<>(sink), environment(job, i)),
              new OneInputStreamOperatorTestHarness<>(
                  new CommitterOperatorFactory<>(sink, false, true), environment(job, i))));
      start(subtasks.get(i), i, restored);
    }
  }

  private void start(Subtask<T> subtask, int index, Snapshot restored) throws Exception {
    try {
      start(subtask.publish(), index, restored);
      start(subtask.collect(), index, null);
      start(subtask.write(), index, null);
    } catch (Exception e) {
      // As a task does whose operator cannot be opened.
      close();
      throw e;
    }
  }

  private MockEnvironment environment(JobID job, int subtask) {
    return new MockEnvironmentBuilder()
        .setJobID(job)
        .setParallelism(parallelism)
        .setMaxParallelism(MAX_PARALLELISM)
        .setSubtaskIndex(subtask)
        .setIOManager(IO)
        .build();
  }

  private void start(AbstractStreamOperatorTestHarness<?> harness, int subtask, Snapshot restored)
      throws Exception {
    harness.setup();
    if (restored == null) {
      harness.initializeEmptyState();
    } else {
      harness.setRestoredCheckpointId(restored.checkpointId());
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              restored.committers(),
              MAX_PARALLELISM,
              restored.parallelism(),
              parallelism,
              subtask));
    }
    harness.open();
  }

  void rows(LongStream numbers, java.util.function.LongFunction<T> row) throws Exception {
    for (long n : numbers.toArray()) {
      row(n, row.apply(n));
    }
  }

  void row(long key, T row) throws Exception {
    subtasks.get((int) (key % parallelism)).write().processElement(row, 0);
  }

  void watermark(int subtask, long watermark) throws Exception {
    subtasks.get(subtask).write().processWatermark(watermark);
  }

  /** Sends the barrier; the checkpoint is complete when the caller says so. */
  Snapshot prepare(long checkpointId) throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (Subtask<T> subtask : subtasks) {
      subtask.write().prepareSnapshotPreBarrier(checkpointId);
      for (byte[] batch : subtask.write().extractOutputValues()) {
        subtask.collect().processElement(batch, 0);
      }
      subtask.write().getOutput().clear();
      subtask.collect().prepareSnapshotPreBarrier(checkpointId);
      for (CommittableMessage<StagedBatch> message : subtask.collect().extractOutputValues()) {
        subtask.publish().processElement(message, 0);
      }
      subtask.collect().getOutput().clear();
      states.add(subtask.publish().snapshot(checkpointId, 0));
    }
    return new Snapshot(
        checkpointId,
        parallelism,
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(OperatorSubtaskState[]::new)));
  }

  /** Every subtask hears that the checkpoint is complete, committers first, as in a chain. */
  void complete(long checkpointId) throws Exception {
    for (int i = 0; i < parallelism; i++) {
      complete(i, checkpointId);
    }
  }

  void complete(int subtask, long checkpointId) throws Exception {
    subtasks.get(subtask).publish().notifyOfCompletedCheckpoint(checkpointId);
    subtasks.get(subtask).write().notifyOfCompletedCheckpoint(checkpointId);
  }

  /** Reasons, over all subtasks. */
  List<String> rejected() {
    return subtasks.stream()
        .filter(s -> s.write().getSideOutput(REJECTED) != null)
        .flatMap(s -> s.write().getSideOutput(REJECTED).stream())
        .map(record -> record.getValue())
        .toList();
  }

  @Override
  public void close() {
    try {
      for (Subtask<T> subtask : subtasks) {
        for (AbstractStreamOperatorTestHarness<?> harness :
            List.of(subtask.write(), subtask.collect(), subtask.publish())) {
          if (harness.getOperator() != null) {
            harness.close();
          }
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
