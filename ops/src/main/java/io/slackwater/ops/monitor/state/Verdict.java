package io.slackwater.ops.monitor.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What the facts mean, in words.
 *
 * @param headline the worst of the findings, or that all is well
 * @param partitions what each partition's watermark waits for; empty while no job runs
 */
public record Verdict(
    Level level, String headline, List<Finding> findings, List<Diagnosis> partitions) {

  public Verdict {
    findings = List.copyOf(findings);
    partitions = List.copyOf(partitions);
  }

  /** From good to bad. */
  public enum Level {
    OK,
    NOTICE,
    PROBLEM
  }

  /**
   * One thing to know.
   *
   * @param runbook the page of {@code deploy/runbooks} that says what to do; null: nothing
   */
  public record Finding(Level level, String text, @Nullable String runbook) {}

  /** Judges; depends on nothing but the facts. */
  public static Verdict of(MonitorState state) {
    List<Diagnosis> partitions = Diagnosis.all(state);
    List<Finding> findings = new ArrayList<>();
    ReachRules.judge(state, findings);
    WatermarkRules.judge(state, partitions, findings);
    LogRules.judge(state, findings);
    OutputRules.judge(state, findings);
    findings.sort(Comparator.comparing(Finding::level).reversed());
    if (findings.isEmpty()) {
      return new Verdict(Level.OK, well(state), findings, partitions);
    }
    Level worst = findings.get(0).level();
    return new Verdict(worst, findings.get(0).text(), findings, partitions);
  }

  private static String well(MonitorState state) {
    StringBuilder text = new StringBuilder("nothing is wrong");
    MonitorState.JobFacts job = state.job();
    if (job != null && job.windowWatermark() != null) {
      text.append(": windows close ")
          .append(Wording.duration(state.atMillis() - job.windowWatermark()))
          .append(" behind the clock");
    }
    state.partitions().stream()
        .map(partition -> partition.best().lagMs())
        .filter(lag -> lag != null)
        .max(Comparator.naturalOrder())
        .ifPresent(lag -> text.append(", the largest lag is ").append(Wording.duration(lag)));
    return text.toString();
  }
}
