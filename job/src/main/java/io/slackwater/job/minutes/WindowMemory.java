package io.slackwater.job.minutes;

import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.TaskManagerOptions;

/** How much heap the open windows of one subtask may take. */
@FunctionalInterface
public interface WindowMemory extends Serializable {
  /**
   * Of the heap of a task manager, for the open windows of all its slots together. The rest is for
   * what Kafka's clients have fetched and for records under way.
   */
  double SHARE_OF_HEAP = 0.4;

  /**
   * The bound.
   *
   * @param taskManager its settings
   * @return bytes
   */
  long bytes(ReadableConfig taskManager);

  /** {@value #SHARE_OF_HEAP} of the heap, divided among the slots. */
  static WindowMemory shareOfHeap() {
    return taskManager ->
        (long)
            (SHARE_OF_HEAP
                * Runtime.getRuntime().maxMemory()
                / taskManager.get(TaskManagerOptions.NUM_TASK_SLOTS));
  }
}
