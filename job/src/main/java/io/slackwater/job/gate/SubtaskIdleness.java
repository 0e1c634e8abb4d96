package io.slackwater.job.gate;

import io.slackwater.job.source.Ingested;
import java.util.BitSet;
import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Whether a source's subtask is idle, for those downstream. It becomes so when Flink says it, which
 * is when all its partitions are silent and their watermarks have been sent. It is not any more as
 * soon as one of them is heard of; Flink would say that with the next higher watermark only, and
 * until then windows would close as if there were nobody to wait for.
 *
 * <p>An unaligned checkpoint holds what is on its way between the subtasks, and among it the word
 * that this one is idle. Restored, it is heard again, and Flink would go on ignoring a subtask that
 * has long been reading. So with such a checkpoint idleness is remembered, and taken back.
 *
 * <p>Being active is not enough to be waited for: Flink leaves a subtask that returns out of the
 * minimum until its watermark has caught up with it. When it has can only be learned.
 */
final class SubtaskIdleness {
  /** In the place of a checkpoint's id: not for any yet. */
  private static final long NEVER = Long.MAX_VALUE;

  private final ListState<IdleSubtask> state;
  private final TaskInfo me;
  private final Output<?> output;
  private final Runnable becomesIdle;
  private final BitSet speaking = new BitSet();
  private boolean sourceIdle;
  private boolean idle;
  private boolean hasBeenIdle;
  private boolean mayBeHeardAsIdle;
  private long lastCheckpoint = Long.MIN_VALUE;

  /** It has been active for all to hear in every checkpoint after this one. */
  private long activeAfter = Long.MIN_VALUE;

  /**
   * As it was, if that is still to be heard of.
   *
   * @param becomesIdle what to do while all are still waiting for this subtask
   */
  SubtaskIdleness(
      ListStateDescriptor<IdleSubtask> name,
      StateInitializationContext context,
      TaskInfo me,
      Output<?> output,
      Runnable becomesIdle)
      throws Exception {
    this.state = context.getOperatorStateStore().getUnionListState(name);
    this.me = me;
    this.output = output;
    this.becomesIdle = becomesIdle;
    for (IdleSubtask then : state.get()) {
      boolean sameShape = then.parallelism() == me.getNumberOfParallelSubtasks();
      boolean mine = sameShape && then.index() == me.getIndexOfThisSubtask();
      hasBeenIdle |= mine || !sameShape;
      mayBeHeardAsIdle |= mine && then.stillIdle();
    }
    if (hasBeenIdle) {
      activeAfter = NEVER;
    }
  }

  /** Something has been said, and is yet to be passed on. */
  void heard(Ingested<?> said) {
    if (mayBeHeardAsIdle) {
      takeBack();
    }
    int partition = said.partition();
    if (said instanceof Ingested.Silent) {
      speaking.clear(partition);
      update();
    } else if (partition >= 0 && !speaking.get(partition)) {
      speaking.set(partition);
      update();
    }
  }

  /** Flink sends a status only when it changes, so it has to change twice to be sent once. */
  private void takeBack() {
    mayBeHeardAsIdle = false;
    output.emitWatermarkStatus(WatermarkStatus.IDLE);
    output.emitWatermarkStatus(WatermarkStatus.ACTIVE);
    if (!idle) {
      activeAfter = lastCheckpoint;
    }
  }

  /** What Flink says of the source. */
  void source(WatermarkStatus status) {
    sourceIdle = status.isIdle();
    update();
  }

  private void update() {
    boolean now = sourceIdle && speaking.isEmpty();
    if (now != idle) {
      if (now) {
        becomesIdle.run();
      }
      idle = now;
      hasBeenIdle |= now;
      activeAfter = now ? NEVER : lastCheckpoint;
      output.emitWatermarkStatus(now ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
    }
  }

  /** Now, or at any time since it is known that all wait for this subtask. */
  boolean hasBeenIdle() {
    return hasBeenIdle;
  }

  /** Whether it has been, and then has told everybody that it is active. */
  boolean hasReturned() {
    return hasBeenIdle && activeAfter != NEVER;
  }

  /**
   * All have been waiting for this subtask since a complete, aligned checkpoint, provided that it
   * has not been idle since; nothing of its idleness is on its way any more.
   *
   * @return whether that is so
   */
  boolean waitedForSince(long checkpoint) {
    if (checkpoint <= activeAfter) {
      return false;
    }
    hasBeenIdle = false;
    return true;
  }

  /**
   * Writes what has to be remembered.
   *
   * @param holdsChannels whether the checkpoint holds what is on its way
   */
  void snapshot(long checkpoint, boolean holdsChannels) throws Exception {
    lastCheckpoint = checkpoint;
    state.update(
        hasBeenIdle && holdsChannels
            ? List.of(
                new IdleSubtask(me.getNumberOfParallelSubtasks(), me.getIndexOfThisSubtask(), idle))
            : List.of());
  }
}
