package io.slackwater.ops.monitor.state;

import io.slackwater.ops.monitor.state.MonitorState.JobFacts;
import io.slackwater.ops.monitor.state.Verdict.Finding;
import io.slackwater.ops.monitor.state.Verdict.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Whether windows close, and who holds them up. */
final class WatermarkRules {
  private WatermarkRules() {}

  static void judge(MonitorState state, List<Diagnosis> partitions, List<Finding> findings) {
    JobFacts job = state.job();
    if (job == null || !job.running()) {
      return;
    }
    Optional<Diagnosis> holder = partitions.stream().filter(Diagnosis::holder).findFirst();
    holder.ifPresent(diagnosis -> judgeHolder(state, job, diagnosis, findings));
    for (Diagnosis other : partitions) {
      if (!other.holder()) {
        judgeOther(other, findings);
      }
    }
  }

  private static void judgeHolder(
      MonitorState state, JobFacts job, Diagnosis holder, List<Finding> findings) {
    boolean silent = holder.cause() == Cause.IDLE;
    String who =
        silent
            ? "every partition is silent; the windows behind %s close with the next records"
                .formatted(holder.name())
            : holder.name() + " " + holder.why();
    Level level = silent || isCatchingUp(state, holder) ? Level.NOTICE : Level.PROBLEM;
    if (isStalled(state, job)) {
      findings.add(
          new Finding(
              level,
              "windows have not closed for %s%s: %s"
                  .formatted(
                      job.closingSeen() ? "" : "at least ",
                      Wording.duration(job.notClosedForMs()),
                      who),
              runbook(holder.cause())));
    } else if (holder.cause() != Cause.NONE && !silent) {
      findings.add(new Finding(level, late(state, job) + who, runbook(holder.cause())));
    }
  }

  /** What a window may take until it closes, and then some. */
  private static boolean isStalled(MonitorState state, JobFacts job) {
    Long notClosed = job.notClosedForMs();
    long usual =
        state.subject().windowSizeMs()
            + state.subject().outOfOrdernessMs()
            + Math.max(Diagnosis.TOLERANCE_MS, 2 * job.refreshMs());
    return notClosed != null && notClosed > usual;
  }

  private static String late(MonitorState state, JobFacts job) {
    return job.windowWatermark() == null
        ? "no window has closed yet: "
        : "windows close %s behind the clock: "
            .formatted(Wording.duration(state.atMillis() - job.windowWatermark()));
  }

  /** Old data that is being worked off is no fault of anybody's. */
  private static boolean isCatchingUp(MonitorState state, Diagnosis holder) {
    PartitionFacts facts = state.partition(holder.topic(), holder.partition());
    if (facts == null || holder.cause() != Cause.BEHIND) {
      return false;
    }
    Long age = facts.reader().lagMs();
    Double growth = facts.reader().growthPerSecond();
    boolean waited = age != null && age > Diagnosis.TOLERANCE_MS;
    return facts.watermark().loading() || (waited && growth != null && growth < 0);
  }

  private static void judgeOther(Diagnosis other, List<Finding> findings) {
    if (other.cause() == Cause.STUCK) {
      findings.add(
          new Finding(Level.PROBLEM, other.name() + " " + other.why(), runbook(other.cause())));
    } else if (other.cause() == Cause.PAUSED) {
      findings.add(
          new Finding(Level.NOTICE, other.name() + " " + other.why(), runbook(other.cause())));
    }
  }

  private static String runbook(Cause cause) {
    return Objects.equals(cause, Cause.IDLE) || cause == Cause.NO_DATA
        ? "idle-partition"
        : cause == Cause.BACK_PRESSURED ? "lag-growing" : "watermark-stalled";
  }
}
