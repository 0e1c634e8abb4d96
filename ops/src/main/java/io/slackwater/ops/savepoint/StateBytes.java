package io.slackwater.ops.savepoint;

import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/**
 * The size of one operator's state by kind, all in bytes as written (compressed where Flink is told
 * to compress).
 *
 * @param managedKeyed state per customer
 * @param rawKeyed keyed state written as a stream by hand; this job has none
 * @param operator managed operator state, such as offsets, bounds and prepared commits
 * @param rawOperator operator state written as a stream by hand; this job has none
 * @param inFlight records between operators, in unaligned checkpoints only
 * @param coordinator such as a source's enumerator
 */
public record StateBytes(
    long managedKeyed,
    long rawKeyed,
    long operator,
    long rawOperator,
    long inFlight,
    long coordinator) {

  public long total() {
    return managedKeyed + rawKeyed + operator + rawOperator + inFlight + coordinator;
  }

  static StateBytes of(OperatorState state) {
    long keyed = 0;
    long rawKeyed = 0;
    long operator = 0;
    long rawOperator = 0;
    long inFlight = 0;
    for (OperatorSubtaskState subtask : state.getStates()) {
      keyed += subtask.getManagedKeyedState().getStateSize();
      rawKeyed += subtask.getRawKeyedState().getStateSize();
      operator += subtask.getManagedOperatorState().getStateSize();
      rawOperator += subtask.getRawOperatorState().getStateSize();
      inFlight +=
          subtask.getInputChannelState().getStateSize()
              + subtask.getUpstreamOutputBufferState().getStateSize()
              + subtask.getResultSubpartitionState().getStateSize();
    }
    long coordinator =
        state.getCoordinatorState() == null ? 0 : state.getCoordinatorState().getStateSize();
    return new StateBytes(keyed, rawKeyed, operator, rawOperator, inFlight, coordinator);
  }
}
