package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.MonitorState.CheckpointFacts;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.Verdict.Finding;
import io.slackwater.ops.monitor.state.Verdict.Level;
import java.util.List;
import javax.annotation.Nullable;

/** Whether those who read the results can come to them. */
final class OutputRules {
  /** A transaction lives from one checkpoint to the next; where that is unknown, this long, ms. */
  private static final long USUAL_MS = 120_000;

  private OutputRules() {}

  static void judge(MonitorState state, List<Finding> findings) {
    for (OutputFacts output : state.outputs()) {
      if (Boolean.FALSE.equals(output.exists())) {
        findings.add(
            new Finding(
                Level.PROBLEM,
                "topic %s (%s) does not exist".formatted(output.topic(), output.role()),
                null));
      }
      Long age = output.openTransactionMs();
      if (age != null && age > limit(state.checkpoints())) {
        findings.add(
            new Finding(
                Level.PROBLEM,
                "a transaction in %s has been open for %s (%s): readers of committed records wait behind it"
                    .formatted(output.topic(), Wording.duration(age), output.transactionalId()),
                "lost-commits"));
      }
    }
  }

  private static long limit(@Nullable CheckpointFacts checkpoints) {
    return checkpoints == null || checkpoints.intervalMs() == null
        ? USUAL_MS
        : Math.max(USUAL_MS, 4 * checkpoints.intervalMs());
  }
}
