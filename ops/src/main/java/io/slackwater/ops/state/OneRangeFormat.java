package io.slackwater.ops.state;

import io.slackwater.job.Utf8;
import java.io.IOException;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.state.api.input.KeyedStateInputFormat;
import org.apache.flink.state.api.input.operator.KeyedStateReaderOperator;
import org.apache.flink.state.api.input.splits.KeyGroupRangeInputSplit;

/** Restores one range of key groups only, so that looking for one customer is quick. */
final class OneRangeFormat extends KeyedStateInputFormat<Utf8, VoidNamespace, Integer> {
  private static final long serialVersionUID = 1L;

  private final int keyGroup;
  private final int maxParallelism;

  OneRangeFormat(
      OperatorState state,
      Configuration settings,
      KeyedStateReaderOperator<Utf8, Integer> reader,
      ExecutionConfig execution,
      int keyGroup)
      throws IOException {
    super(state, null, settings, reader, execution);
    this.keyGroup = keyGroup;
    this.maxParallelism = state.getMaxParallelism();
  }

  @Override
  public KeyGroupRangeInputSplit[] createInputSplits(int parallelism) throws IOException {
    int subtask =
        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
            maxParallelism, Math.min(parallelism, maxParallelism), keyGroup);
    return new KeyGroupRangeInputSplit[] {super.createInputSplits(parallelism)[subtask]};
  }
}
