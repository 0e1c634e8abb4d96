package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.MonitorState.CheckpointFacts;
import io.slackwater.ops.monitor.state.MonitorState.JobFacts;
import io.slackwater.ops.monitor.state.Verdict.Finding;
import io.slackwater.ops.monitor.state.Verdict.Level;
import java.util.List;

/** Whether the brokers, Flink and the job are there, and checkpoints complete. */
final class ReachRules {
  private static final long NEVER_SHORTER_MS = 60_000;

  private ReachRules() {}

  static void judge(MonitorState state, List<Finding> findings) {
    if (!state.kafka().reached()) {
      findings.add(new Finding(Level.PROBLEM, lost(state.kafka()), null));
    }
    if (!state.flink().reached()) {
      findings.add(new Finding(Level.PROBLEM, lost(state.flink()), null));
    }
    if (state.job() != null) {
      judgeJob(state, state.job(), findings);
    }
    if (state.job() != null && state.job().running() && state.checkpoints() != null) {
      judgeCheckpoints(state, state.checkpoints(), findings);
    }
    for (String unseen : state.blind()) {
      findings.add(new Finding(Level.NOTICE, unseen, null));
    }
  }

  private static String lost(MonitorState.Reach reach) {
    return reach.error() == null ? "not asked yet" : reach.error();
  }

  private static void judgeJob(MonitorState state, JobFacts job, List<Finding> findings) {
    String name = "job " + state.subject().job();
    if (job.id() == null) {
      findings.add(
          new Finding(
              Level.PROBLEM,
              name + " does not run: Flink at " + state.subject().rest() + " knows no such job",
              "restore-from-checkpoint"));
    } else if (!job.running()) {
      findings.add(
          new Finding(
              Level.PROBLEM,
              "%s does not run: Flink says %s".formatted(name, job.status()),
              "restore-from-checkpoint"));
    }
  }

  private static void judgeCheckpoints(
      MonitorState state, CheckpointFacts checkpoints, List<Finding> findings) {
    Long interval = checkpoints.intervalMs();
    if (interval == null) {
      findings.add(
          new Finding(
              Level.PROBLEM,
              "checkpoints are off: nothing is ever committed",
              "checkpoints-failing"));
      return;
    }
    Long since = checkpoints.lastCompletedMillis();
    if (since == null && state.job() != null) {
      since = state.job().startMillis();
    }
    long limit = Math.max(NEVER_SHORTER_MS, 3 * interval);
    if (since != null && state.atMillis() - since > limit) {
      String why =
          checkpoints.lastFailure() == null
              ? ""
              : "; the last failure: " + checkpoints.lastFailure();
      findings.add(
          new Finding(
              Level.PROBLEM,
              "no checkpoint has completed for %s (one is due every %s), so nothing has been committed since%s"
                  .formatted(
                      Wording.duration(state.atMillis() - since), Wording.duration(interval), why),
              "checkpoints-failing"));
    }
  }
}
