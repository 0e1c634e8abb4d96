package io.slackwater.job.gate;

import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import java.util.Set;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Chained to a source: sends what its gate has decided on its ways.
 *
 * @param <T> what the gate accepts
 * @param <OUT> what crosses the network
 */
abstract class Dispatch<T, OUT> extends AbstractStreamOperator<OUT>
    implements OneInputStreamOperator<Ingested<T>, OUT> {
  private static final long serialVersionUID = 1L;

  /** Union list state: written by those who have been idle, where records may be on their way. */
  public static final ListStateDescriptor<IdleSubtask> IDLE_SUBTASKS =
      new ListStateDescriptor<>("idle-subtasks", IdleSubtask.IdleSubtaskSerializer.INSTANCE);

  private final double maxDeadShare;
  private final Set<SetAside.Cause> lateCauses;

  private transient Outlets outlets;
  private transient DeadLetterLimit limit;
  private transient SubtaskIdleness idleness;
  private transient boolean holdsChannels;

  Dispatch(double maxDeadShare, Set<SetAside.Cause> lateCauses) {
    this.maxDeadShare = maxDeadShare;
    this.lateCauses = lateCauses;
  }

  /** Sends an accepted record on its way. */
  abstract void forward(Ingested.Accepted<T> accepted);

  /** Nobody will be waiting for this subtask from now on. */
  void becomesIdle() {}

  /** A word of the coordinator's or about it; of no use unless somebody asks for it. */
  void heard(Ingested.Coordination<T> word) {}

  /** Stands at the barrier of an aligned checkpoint: everybody downstream hears all before it. */
  void aligned(long checkpoint) {}

  final SubtaskIdleness idleness() {
    return idleness;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    idleness =
        new SubtaskIdleness(
            IDLE_SUBTASKS, context, getRuntimeContext().getTaskInfo(), output, this::becomesIdle);
  }

  @Override
  public void open() throws Exception {
    super.open();
    outlets = new Outlets(output, getMetricGroup(), lateCauses, DeadLetterReason.ofRecords());
    limit = new DeadLetterLimit(maxDeadShare);
  }

  @Override
  public void processElement(StreamRecord<Ingested<T>> element) {
    Ingested<T> said = element.getValue();
    if (said instanceof Ingested.Coordination<T> word) {
      heard(word);
      return;
    }
    idleness.heard(said);
    if (said instanceof Ingested.Accepted<T> accepted) {
      limit.passed();
      forward(accepted);
    } else if (said instanceof Ingested.Late<T> late) {
      limit.passed();
      outlets.late(late.record());
    } else if (said instanceof Ingested.Dead<T> dead) {
      outlets.dead(dead.record());
      limit.died(dead.record().notes().get("slackwater.reason"));
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    idleness.source(status);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    idleness.snapshot(context.getCheckpointId(), holdsChannels);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
      throws Exception {
    holdsChannels = options.needsChannelState();
    OperatorSnapshotFutures written = super.snapshotState(checkpoint, timestamp, options, factory);
    if (options.isExactlyOnceMode() && !holdsChannels) {
      aligned(checkpoint);
    }
    return written;
  }
}
