package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.DurationConverter;
import java.time.Duration;
import java.util.Locale;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;

/** Whether checkpoints, restarts and watermarks are set up so that they help. */
final class CheckpointChecks {
  private final Plan plan;
  private final Configuration flink;
  private final Findings findings;

  CheckpointChecks(Plan plan, Findings findings) {
    this.plan = plan;
    this.flink = plan.flink();
    this.findings = findings;
  }

  void check() {
    retention();
    restarts();
    unaligned();
    watermarks();
  }

  private void retention() {
    if (flink.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY) == null) {
      findings.add(FlinkFinding.CHECKPOINT_DIR_MISSING, "execution.checkpointing.dir is not set");
    }
    if (flink.get(CheckpointingOptions.SAVEPOINT_DIRECTORY) == null) {
      findings.add(
          FlinkFinding.SAVEPOINT_DIR_MISSING, "execution.checkpointing.savepoint-dir is not set");
    }
    ExternalizedCheckpointRetention retention =
        flink.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION);
    if (retention != ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION) {
      findings.add(
          FlinkFinding.CHECKPOINTS_LOST_ON_CANCEL,
          "%s is %s"
              .formatted(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key(), retention));
    }
    int concurrent = flink.get(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS);
    if (concurrent > 1) {
      findings.add(
          FlinkFinding.CONCURRENT_CHECKPOINTS,
          "%s is %d".formatted(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS.key(), concurrent));
    }
  }

  private void restarts() {
    String key = RestartStrategyOptions.RESTART_STRATEGY.key();
    String strategy =
        flink
            .getOptional(RestartStrategyOptions.RESTART_STRATEGY)
            .orElse("exponential-delay")
            .toLowerCase(Locale.ROOT);
    switch (strategy) {
      case "none", "off", "disable" ->
          findings.add(FlinkFinding.RESTARTS_END, "%s is %s".formatted(key, strategy));
      case "fixed-delay", "fixeddelay" -> {
        int attempts = flink.get(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS);
        if (attempts != Integer.MAX_VALUE) {
          findings.add(
              FlinkFinding.RESTARTS_END,
              "%s is %s with %d attempt(s)".formatted(key, strategy, attempts));
        }
      }
      case "failure-rate", "failurerate" ->
          findings.add(FlinkFinding.RESTARTS_END, "%s is %s".formatted(key, strategy));
      default -> {
        // Backs off for ever, which is what an outage at night needs.
      }
    }
  }

  private void unaligned() {
    boolean enabled = flink.get(CheckpointingOptions.ENABLE_UNALIGNED);
    Duration alignedFor = flink.get(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT);
    Duration timeout = flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT);
    String key = CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT.key();
    if (!enabled && !alignedFor.isZero()) {
      findings.add(
          FlinkFinding.UNALIGNED_TIMEOUT_IGNORED,
          "%s is %s".formatted(key, DurationConverter.text(alignedFor)));
    }
    if (enabled && alignedFor.compareTo(timeout) >= 0) {
      findings.add(
          FlinkFinding.UNALIGNED_TIMEOUT_TOO_LONG,
          "%s is %s, the checkpoint timeout is %s"
              .formatted(key, DurationConverter.text(alignedFor), DurationConverter.text(timeout)));
    }
    if (flink.get(CheckpointingOptions.FORCE_UNALIGNED)) {
      findings.add(
          FlinkFinding.UNALIGNED_FORCED,
          "%s is true".formatted(CheckpointingOptions.FORCE_UNALIGNED.key()));
    }
  }

  private void watermarks() {
    JobConfig.Watermarks watermarks = plan.job().watermarks();
    JobConfig.Alignment alignment = watermarks.alignment();
    if (alignment == null && plan.job().customers().bootstrap() == JobConfig.Bootstrap.WAIT) {
      findings.add(
          FlinkFinding.ALIGNMENT_OFF,
          "watermarks.alignment is off and customers.bootstrap is wait");
    }
    if (alignment != null && alignment.maxDrift().compareTo(alignment.interval()) <= 0) {
      findings.add(
          FlinkFinding.ALIGNMENT_DRIFT_SHORT,
          "watermarks.alignment.max-drift is %s, the interval %s"
              .formatted(
                  DurationConverter.text(alignment.maxDrift()),
                  DurationConverter.text(alignment.interval())));
    }
    if (watermarks.idleness() == null) {
      findings.add(FlinkFinding.IDLENESS_OFF, "watermarks.idleness is off");
    }
  }
}
