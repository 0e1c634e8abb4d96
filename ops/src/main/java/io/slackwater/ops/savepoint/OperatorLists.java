package io.slackwater.ops.savepoint;

import io.slackwater.ops.flink.LocalFlink;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;

/** List states of operators, read as Flink itself restores them. */
final class OperatorLists {
  private OperatorLists() {}

  /** The elements of all subtasks; a union list has those of each subtask. */
  static <T> List<T> read(OperatorState state, ListStateDescriptor<T> descriptor) {
    List<T> elements = new ArrayList<>();
    for (OperatorSubtaskState subtask : state.getStates()) {
      List<OperatorStateHandle> handles =
          subtask.getManagedOperatorState().stream()
              .filter(
                  handle ->
                      handle.getStateNameToPartitionOffsets().containsKey(descriptor.getName()))
              .toList();
      if (!handles.isEmpty()) {
        read(handles, descriptor, elements);
      }
    }
    return elements;
  }

  private static <T> void read(
      List<OperatorStateHandle> handles, ListStateDescriptor<T> descriptor, List<T> elements) {
    try (CloseableRegistry open = new CloseableRegistry()) {
      DefaultOperatorStateBackend backend =
          new DefaultOperatorStateBackendBuilder(
                  OperatorLists.class.getClassLoader(), new ExecutionConfig(), false, handles, open)
              .build();
      try {
        ListState<T> list =
            isUnion(handles.get(0), descriptor.getName())
                ? backend.getUnionListState(descriptor)
                : backend.getListState(descriptor);
        list.get().forEach(elements::add);
      } finally {
        backend.dispose();
      }
    } catch (Exception e) {
      throw new UnreadableSavepointException(
          "operator state %s cannot be read: %s"
              .formatted(descriptor.getName(), LocalFlink.rootMessage(e)),
          e);
    }
  }

  private static boolean isUnion(OperatorStateHandle handle, String name) {
    return handle.getStateNameToPartitionOffsets().get(name).getDistributionMode()
        == OperatorStateHandle.Mode.UNION;
  }
}
