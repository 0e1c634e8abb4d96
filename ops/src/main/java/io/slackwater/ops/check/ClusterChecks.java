package io.slackwater.ops.check;

import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.check.ClusterFacts.JobFacts;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** Whether the cluster can take the job, and how the job does that runs there now. */
final class ClusterChecks {
  /** Settings that decide how the job behaves; others may well differ. */
  private static final List<String> COMPARED =
      List.of("execution.", "state.", "pipeline.", "restart-strategy.");

  /** A checkpoint that takes more of its timeout than this has no room left. */
  private static final double TIGHT = 0.5;

  private final Plan plan;
  private final ClusterFacts cluster;
  private final Findings findings;

  ClusterChecks(Plan plan, ClusterFacts cluster, Findings findings) {
    this.plan = plan;
    this.cluster = cluster;
    this.findings = findings;
  }

  void check() {
    version();
    settings();
    if (cluster.job().isEmpty() && cluster.slots() < plan.parallelism()) {
      findings.add(
          FlinkFinding.SLOTS_TOO_FEW,
          "%d slots on %d task managers, the parallelism is %d"
              .formatted(cluster.slots(), cluster.taskManagers(), plan.parallelism()));
    }
    if (cluster.job().size() > 1) {
      findings.add(
          FlinkFinding.JOB_NAME_TWICE,
          "%d active jobs are named %s: %s"
              .formatted(
                  cluster.job().size(),
                  plan.job().job().name(),
                  String.join(", ", cluster.job().stream().map(JobFacts::id).toList())));
    }
    for (String other : cluster.others()) {
      findings.add(
          FlinkFinding.ANOTHER_SLACKWATER,
          "job %s on this cluster has the same operators".formatted(other));
    }
    cluster.job().forEach(this::checkpoints);
  }

  private void version() {
    String built = EnvironmentInformation.getVersion();
    if (!cluster.version().equals(built)) {
      findings.add(
          FlinkFinding.FLINK_VERSION_DIFFERS,
          "the cluster runs Flink %s, the job is built for %s".formatted(cluster.version(), built));
    }
  }

  private void settings() {
    TreeMap<String, String> ours = new TreeMap<>(plan.flink().toMap());
    ours.forEach(
        (key, value) -> {
          boolean matters = COMPARED.stream().anyMatch(key::startsWith);
          String theirs = cluster.settings().get(key);
          if (matters && !value.equals(theirs)) {
            findings.add(
                FlinkFinding.SETTINGS_DIFFER,
                "%s: %s in the file, %s on the cluster"
                    .formatted(key, value, theirs == null ? "not set" : theirs));
          }
        });
  }

  private void checkpoints(JobFacts job) {
    if (job.failedSince() > 1) {
      findings.add(
          FlinkFinding.CHECKPOINTS_FAILING,
          "job %s: %d checkpoints have failed since the last that completed"
              .formatted(job.id(), job.failedSince()));
    }
    Duration timeout = plan.flink().get(CheckpointingOptions.CHECKPOINTING_TIMEOUT);
    if (job.checkpointMillis() > TIGHT * timeout.toMillis()) {
      findings.add(
          FlinkFinding.CHECKPOINT_TIME_TIGHT,
          "job %s: the last checkpoint took %s of at most %s"
              .formatted(
                  job.id(),
                  DurationConverter.text(Duration.ofMillis(job.checkpointMillis())),
                  DurationConverter.text(timeout)));
    }
  }
}
