package io.slackwater.job.gate;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Reached;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
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
 * beyond this subtask's own watermark, as long as it is waited for. Once it has been idle it may be
 * left out of that minimum, for as long as its watermark is behind, and there is no telling how far
 * the others went: every event carries its original. At the barriers of aligned checkpoints the
 * subtasks report how far they are, and the source's coordinator says to whom has caught up that it
 * is waited for again. What closed before then does not lie beyond {@code closedBound}; what closed
 * before a restart does not either, for it is remembered as the maximum over all subtasks. In the
 * usual case nothing is at risk and an event crosses the network without the record it came from,
 * or added up with others.
 *
 * <p>Who stays behind is not told so, and neither is anybody while checkpoints may be unaligned or
 * are taken at least once, or the source is not chained to its gate: then originals are carried
 * until the next restart.
 */
public final class EventDispatch extends Dispatch<Decoded.Event, CustomerInput> {
  private static final long serialVersionUID = 1L;

  /** Union list state: each subtask writes one bound, and restores the maximum of all. */
  public static final ListStateDescriptor<Long> CLOSED_BOUND =
      new ListStateDescriptor<>("closed-bound", LongSerializer.INSTANCE);

  private final long size;
  private final boolean closesWhenSilent;
  private final Combiner.Factory combiners;

  private transient ListState<Long> boundState;
  private transient long closedBound;
  private transient long ownWatermark;
  private transient long newest;
  private transient Consumer<Reached> coordinator;
  private transient Combiner combiner;

  /**
   * The gate's second half.
   *
   * @param combiners of events whose windows are open for certain
   */
  public EventDispatch(JobConfig config, Combiner.Factory combiners) {
    super(config.deadLetters().maxShare(), Set.of(SetAside.Cause.LATE));
    this.size = config.window().size().toMillis();
    this.combiners = combiners;
    this.closesWhenSilent = config.watermarks().closeWhenSilent() != null;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    boundState = context.getOperatorStateStore().getUnionListState(CLOSED_BOUND);
    closedBound = Long.MIN_VALUE;
    for (long bound : boundState.get()) {
      closedBound = Math.max(closedBound, bound);
    }
    ownWatermark = Long.MIN_VALUE;
    newest = Ingested.NOTHING_YET;
    coordinator = reached -> {};
  }

  @Override
  public void open() throws Exception {
    super.open();
    combiner =
        combiners.create(
            partial -> output.collect(new StreamRecord<>(partial, partial.windowStart())));
  }

  @Override
  public void processElement(StreamRecord<Ingested<Decoded.Event>> element) {
    newest = Math.max(newest, element.getValue().newest());
    super.processElement(element);
  }

  @Override
  void forward(Ingested.Accepted<Decoded.Event> accepted) {
    Decoded.Event event = accepted.value();
    long start = EventTime.windowStart(event.time(), size);
    if (idleness().hasBeenIdle() || start + size - 1 <= passed()) {
      send(new CustomerEvent(event, accepted.original(), accepted.watermark()));
    } else if (!combiner.take(event, start)) {
      send(new CustomerEvent(event, null, Long.MIN_VALUE));
    }
  }

  private void send(CustomerEvent event) {
    output.collect(new StreamRecord<>(event, event.event().time()));
  }

  @Override
  void becomesIdle() {
    combiner.sendAll();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
    combiner.sendAll();
    super.prepareSnapshotPreBarrier(checkpoint);
  }

  @Override
  public void finish() throws Exception {
    combiner.sendAll();
    super.finish();
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    combiner.sendThrough(mark.getTimestamp());
    ownWatermark = Math.max(ownWatermark, mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  void heard(Ingested.Coordination<Decoded.Event> word) {
    if (word instanceof Ingested.ReportTo<Decoded.Event> reportTo) {
      coordinator = reportTo.coordinator();
    } else if (word instanceof Ingested.WaitedFor<Decoded.Event> waitedFor
        && idleness().waitedForSince(waitedFor.checkpoint())) {
      closedBound = Math.max(closedBound, waitedFor.closedBound());
    }
  }

  @Override
  void aligned(long checkpoint) {
    // What was on its way in a restored checkpoint may have said as much as the bound.
    long heard = passed();
    Reached.Standing standing =
        !idleness().hasBeenIdle()
            ? Reached.Standing.WAITED_FOR
            : idleness().hasReturned() && ownWatermark == heard
                ? Reached.Standing.RETURNED
                : Reached.Standing.AWAY;
    coordinator.accept(new Reached(checkpoint, standing, heard, mayBeClosed()));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    boundState.update(List.of(mayBeClosed()));
  }

  /** Nothing that has closed by this subtask's doing lies beyond it. */
  private long mayBeClosed() {
    long bound = passed();
    // Silence closes windows that no watermark has reached, up to the newest one.
    return closesWhenSilent && newest != Ingested.NOTHING_YET
        ? Math.max(bound, newest + size)
        : bound;
  }

  /** The event time in ms that watermarks have passed, here or, as far as is known, elsewhere. */
  private long passed() {
    return Math.max(ownWatermark, closedBound);
  }
}
