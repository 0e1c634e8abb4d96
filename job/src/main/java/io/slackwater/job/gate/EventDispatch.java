package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.DeadLetterReason;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Chained to the source: sends what the gate decided on its ways, and gives an event its original
 * record to carry while its window might be closed already, so that the operator that knows can
 * still set it aside byte for byte.
 *
 * <p>Might be, seen from here: windows close by the minimum over the active subtasks, so never
 * beyond this subtask's own watermark, as long as it has been active all the time. Once it has been
 * idle there is no telling how far the others went, and every event carries its original until the
 * next restart. After a restart nothing closed before it lies beyond {@code closedBound}, which is
 * remembered as the maximum over all subtasks. In the usual case nothing is at risk and an event
 * crosses the network without the record it came from.
 *
 * <p>An unaligned checkpoint holds what is on its way between the subtasks, and among it the word
 * that this one is idle. Restored, it is heard again, and Flink would go on ignoring a subtask that
 * has long been reading. So with such a checkpoint idleness is remembered, and taken back.
 */
public final class EventDispatch extends AbstractStreamOperator<CustomerEvent>
    implements OneInputStreamOperator<Ingested<Decoded.Event>, CustomerEvent> {
  private static final long serialVersionUID = 1L;

  /** Union list state: each subtask writes one bound, and restores the maximum of all. */
  public static final ListStateDescriptor<Long> CLOSED_BOUND =
      new ListStateDescriptor<>("closed-bound", LongSerializer.INSTANCE);

  /** Union list state: written by those who have been idle, where records may be on their way. */
  public static final ListStateDescriptor<IdleSubtask> IDLE_SUBTASKS =
      new ListStateDescriptor<>("idle-subtasks", IdleSubtask.IdleSubtaskSerializer.INSTANCE);

  private final long size;
  private final boolean closesWhenSilent;
  private final double maxDeadShare;

  private transient ListState<Long> boundState;
  private transient ListState<IdleSubtask> idleState;
  private transient Outlets outlets;
  private transient DeadLetterLimit limit;
  private transient long restoredBound;
  private transient long ownWatermark;
  private transient long newest;
  private transient boolean hasBeenIdle;
  private transient boolean idle;
  private transient boolean mayBeHeardAsIdle;
  private transient boolean holdsChannels;

  public EventDispatch(JobConfig config) {
    this.size = config.window().size().toMillis();
    this.closesWhenSilent = config.watermarks().closeWhenSilent() != null;
    this.maxDeadShare = config.deadLetters().maxShare();
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    boundState = context.getOperatorStateStore().getUnionListState(CLOSED_BOUND);
    restoredBound = Long.MIN_VALUE;
    for (long bound : boundState.get()) {
      restoredBound = Math.max(restoredBound, bound);
    }
    ownWatermark = Long.MIN_VALUE;
    newest = Ingested.NOTHING_YET;
    idleState = context.getOperatorStateStore().getUnionListState(IDLE_SUBTASKS);
    TaskInfo me = getRuntimeContext().getTaskInfo();
    for (IdleSubtask then : idleState.get()) {
      boolean sameShape = then.parallelism() == me.getNumberOfParallelSubtasks();
      boolean mine = sameShape && then.index() == me.getIndexOfThisSubtask();
      hasBeenIdle |= mine || !sameShape;
      mayBeHeardAsIdle |= mine && then.stillIdle();
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    outlets =
        new Outlets(
            output, getMetricGroup(), Set.of(SetAside.Cause.LATE), DeadLetterReason.ofRecords());
    limit = new DeadLetterLimit(maxDeadShare);
  }

  @Override
  public void processElement(StreamRecord<Ingested<Decoded.Event>> element) {
    if (mayBeHeardAsIdle) {
      takeBackIdleness();
    }
    Ingested<Decoded.Event> said = element.getValue();
    newest = Math.max(newest, said.newest());
    if (said instanceof Ingested.Accepted<Decoded.Event> accepted) {
      limit.passed();
      long time = accepted.value().time();
      output.collect(new StreamRecord<>(forward(accepted), time));
    } else if (said instanceof Ingested.Late<Decoded.Event> late) {
      limit.passed();
      outlets.late(late.record());
    } else if (said instanceof Ingested.Dead<Decoded.Event> dead) {
      outlets.dead(dead.record());
      limit.died(dead.record().notes().get("slackwater.reason"));
    }
  }

  /** Flink sends a status only when it changes, so it has to change twice to be sent once. */
  private void takeBackIdleness() {
    mayBeHeardAsIdle = false;
    output.emitWatermarkStatus(WatermarkStatus.IDLE);
    output.emitWatermarkStatus(WatermarkStatus.ACTIVE);
  }

  private CustomerEvent forward(Ingested.Accepted<Decoded.Event> accepted) {
    long end = EventTime.windowStart(accepted.value().time(), size) + size;
    boolean atRisk = hasBeenIdle || end - 1 <= Math.max(ownWatermark, restoredBound);
    return atRisk
        ? new CustomerEvent(accepted.value(), accepted.original(), accepted.watermark())
        : new CustomerEvent(accepted.value(), null, Long.MIN_VALUE);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    ownWatermark = Math.max(ownWatermark, mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    idle = status.isIdle();
    hasBeenIdle |= idle;
    super.processWatermarkStatus(status);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    long bound = Math.max(ownWatermark, restoredBound);
    if (closesWhenSilent && newest != Ingested.NOTHING_YET) {
      // Silence closes windows that no watermark has reached, up to the newest one.
      bound = Math.max(bound, newest + size);
    }
    boundState.update(List.of(bound));
    TaskInfo me = getRuntimeContext().getTaskInfo();
    idleState.update(
        hasBeenIdle && holdsChannels
            ? List.of(
                new IdleSubtask(me.getNumberOfParallelSubtasks(), me.getIndexOfThisSubtask(), idle))
            : List.of());
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
      throws Exception {
    holdsChannels = options.needsChannelState();
    return super.snapshotState(checkpoint, timestamp, options, factory);
  }
}
