package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Sends events to their customers, and gives one its original record to carry while its window
 * might be closed already, so that the operator that knows can still set it aside byte for byte.
 *
 * <p>Might be, seen from here: windows close by the minimum over the active subtasks, so never
 * beyond this subtask's own watermark, as long as it has been active all the time. Once it has been
 * idle there is no telling how far the others went, and every event carries its original until the
 * next restart. After a restart nothing closed before it lies beyond {@code closedBound}, which is
 * remembered as the maximum over all subtasks. In the usual case nothing is at risk and an event
 * crosses the network without the record it came from.
 */
public final class EventDispatch extends Dispatch<Decoded.Event, CustomerEvent> {
  private static final long serialVersionUID = 1L;

  /** Union list state: each subtask writes one bound, and restores the maximum of all. */
  public static final ListStateDescriptor<Long> CLOSED_BOUND =
      new ListStateDescriptor<>("closed-bound", LongSerializer.INSTANCE);

  private final long size;
  private final boolean closesWhenSilent;

  private transient ListState<Long> boundState;
  private transient long restoredBound;
  private transient long ownWatermark;
  private transient long newest;

  public EventDispatch(JobConfig config) {
    super(config.deadLetters().maxShare(), Set.of(SetAside.Cause.LATE));
    this.size = config.window().size().toMillis();
    this.closesWhenSilent = config.watermarks().closeWhenSilent() != null;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    boundState = context.getOperatorStateStore().getUnionListState(CLOSED_BOUND);
    restoredBound = Long.MIN_VALUE;
    for (long bound : boundState.get()) {
      restoredBound = Math.max(restoredBound, bound);
    }
    ownWatermark = Long.MIN_VALUE;
    newest = Ingested.NOTHING_YET;
  }

  @Override
  public void processElement(StreamRecord<Ingested<Decoded.Event>> element) {
    newest = Math.max(newest, element.getValue().newest());
    super.processElement(element);
  }

  @Override
  StreamRecord<CustomerEvent> forward(Ingested.Accepted<Decoded.Event> accepted) {
    long time = accepted.value().time();
    long end = EventTime.windowStart(time, size) + size;
    boolean atRisk = hasBeenIdle() || end - 1 <= Math.max(ownWatermark, restoredBound);
    return new StreamRecord<>(
        atRisk
            ? new CustomerEvent(accepted.value(), accepted.original(), accepted.watermark())
            : new CustomerEvent(accepted.value(), null, Long.MIN_VALUE),
        time);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    ownWatermark = Math.max(ownWatermark, mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    long bound = Math.max(ownWatermark, restoredBound);
    if (closesWhenSilent && newest != Ingested.NOTHING_YET) {
      // Silence closes windows that no watermark has reached, up to the newest one.
      bound = Math.max(bound, newest + size);
    }
    boundState.update(List.of(bound));
  }
}
