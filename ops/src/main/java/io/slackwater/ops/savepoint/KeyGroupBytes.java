package io.slackwater.ops.savepoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateHandle;

/**
 * Managed keyed state of a range of key groups, as one subtask wrote it.
 *
 * @param first the lowest key group
 * @param last the highest, itself in the range
 * @param bytes as written
 */
public record KeyGroupBytes(int first, int last, long bytes) {

  static List<KeyGroupBytes> of(OperatorState state) {
    List<KeyGroupBytes> ranges = new ArrayList<>();
    for (OperatorSubtaskState subtask : state.getStates()) {
      for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
        ranges.add(
            new KeyGroupBytes(
                handle.getKeyGroupRange().getStartKeyGroup(),
                handle.getKeyGroupRange().getEndKeyGroup(),
                handle.getStateSize()));
      }
    }
    ranges.sort(Comparator.comparingInt(KeyGroupBytes::first));
    return List.copyOf(ranges);
  }
}
