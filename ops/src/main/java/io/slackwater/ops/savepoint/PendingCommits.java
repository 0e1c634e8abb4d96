package io.slackwater.ops.savepoint;

import io.slackwater.job.OperatorId;
import io.slackwater.sink.jdbc.PreparedBatch;
import io.slackwater.sink.kafka.PreparedTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.groups.SinkCommitterMetricGroup;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.metrics.groups.InternalSinkCommitterMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.streaming.runtime.operators.sink.committables.CheckpointCommittableManager;
import org.apache.flink.streaming.runtime.operators.sink.committables.CommittableCollector;
import org.apache.flink.streaming.runtime.operators.sink.committables.CommittableCollectorSerializer;

/**
 * What the committers' state would have a restore commit. Flink hands the requests to a committer;
 * this one only takes note of them.
 */
final class PendingCommits {
  private static final String COMMITTER = "Sink Committer: ";
  private static final String JDBC = COMMITTER + OperatorId.RESULTS_JDBC.uid() + "-publish";
  private static final ListStateDescriptor<byte[]> STATE =
      new ListStateDescriptor<>(
          "streaming_committer_raw_states", BytePrimitiveArraySerializer.INSTANCE);

  private PendingCommits() {}

  static List<PendingCommit> of(String uid, OperatorState state) {
    if (!uid.startsWith(COMMITTER)) {
      return List.of();
    }
    return uid.equals(JDBC) ? batches(state) : transactions(state);
  }

  private static List<PendingCommit> transactions(OperatorState state) {
    List<PendingCommit> pending = new ArrayList<>();
    read(
        state,
        PreparedTransaction.reader(),
        (transaction, checkpoint) ->
            pending.add(
                new PendingCommit(
                    transaction.name(),
                    OptionalLong.empty(),
                    transaction.firstRecordMillis(),
                    checkpoint)));
    return pending;
  }

  private static List<PendingCommit> batches(OperatorState state) {
    List<PendingCommit> pending = new ArrayList<>();
    read(
        state,
        PreparedBatch.reader(),
        (batch, checkpoint) -> {
          if (batch.id() != null) {
            pending.add(
                new PendingCommit(
                    batch.id(), OptionalLong.of(batch.rows()), batch.stagedAtMillis(), checkpoint));
          }
        });
    return pending;
  }

  private static <T> void read(
      OperatorState state, SimpleVersionedSerializer<T> committables, Pending<T> pending) {
    SinkCommitterMetricGroup metrics =
        InternalSinkCommitterMetricGroup.wrap(
            UnregisteredMetricGroups.createUnregisteredOperatorMetricGroup());
    var collectors = new CommittableCollectorSerializer<>(committables, 0, 1, metrics);
    for (byte[] bytes : OperatorLists.read(state, STATE)) {
      try {
        CommittableCollector<T> collector =
            SimpleVersionedSerialization.readVersionAndDeSerialize(collectors, bytes);
        for (CheckpointCommittableManager<T> checkpoint :
            collector.getCheckpointCommittablesUpTo(Long.MAX_VALUE)) {
          long id = checkpoint.getCheckpointId();
          checkpoint.commit(new Noting<>(committable -> pending.add(committable, id)), 0);
        }
      } catch (IOException e) {
        throw new UnreadableSavepointException(
            "what the sinks prepared cannot be read: " + e.getMessage(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while reading a savepoint", e);
      }
    }
  }

  @FunctionalInterface
  private interface Pending<T> {
    void add(T committable, long checkpoint);
  }

  /** Commits nothing. */
  private record Noting<T>(Consumer<T> note) implements Committer<T> {
    @Override
    public void commit(Collection<CommitRequest<T>> requests) {
      requests.forEach(request -> note.accept(request.getCommittable()));
    }

    @Override
    public void close() {}
  }
}
