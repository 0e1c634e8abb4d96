package io.slackwater.ops.runbook;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.Jars;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.flink.NewestCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.annotation.Nullable;

/**
 * Everything that can be found out before a job is stopped: above all the new job is put together
 * by the cluster, from the same jar and arguments, without being started.
 */
final class Preflight {
  private final Runbook runbook;
  private final FlinkRest rest;
  private final Jars jars;
  private final List<String> problems = new ArrayList<>();

  Preflight(Runbook runbook) {
    this.runbook = runbook;
    this.rest = runbook.rest();
    this.jars = new Jars(rest);
  }

  /**
   * What it found.
   *
   * @param baseline null if the job does not run
   * @param subtasks of the running job
   */
  record Findings(
      String savepointDirectory,
      @Nullable Baseline baseline,
      List<Distribution.Subtask> subtasks,
      Optional<TransactionLimits> broker) {}

  /**
   * Looks for what would keep a change from succeeding.
   *
   * @throws IllegalStateException when there is anything; each was said, and nothing was changed
   */
  Findings check(Intent intent) {
    Optional<TransactionLimits> broker = TransactionLimits.of(runbook.config());
    configuration(intent);
    timeouts(runbook.configOf(intent.to().release()), broker);
    String directory = savepointDirectory();
    running(intent);
    parallelism(intent);
    plans(intent);
    restored(intent, broker);
    if (!problems.isEmpty()) {
      problems.forEach(problem -> runbook.narrator().say("  refused: " + problem));
      throw new IllegalStateException(
          "preflight: %s%s; nothing was changed"
              .formatted(
                  problems.get(0),
                  problems.size() == 1 ? "" : " (and %d more)".formatted(problems.size() - 1)));
    }
    Optional<JobDetails> measured =
        intent.incumbent().job().filter(job -> job.allTasksRun() && intent.isCompared());
    return new Findings(
        directory,
        measured.map(runbook::measure).orElse(null),
        intent.incumbent().job().map(new Distribution(rest)::of).orElse(List.of()),
        broker);
  }

  /** A release reads its file again whenever it is started again. */
  private void configuration(Intent intent) {
    boolean changed =
        Stream.of(intent.incumbent().shape().release(), intent.to().release())
            .filter(release -> release.arguments().contains(runbook.job().onCluster()))
            .anyMatch(release -> !release.hasConfiguration(runbook.job().sha256()));
    if (changed) {
      problems.add(
          "%s is not what the job was started with, so there would be no way back: restore that file, and give the new configuration a name of its own, or single keys with --set"
              .formatted(runbook.job().file()));
    }
  }

  private void timeouts(JobConfig config, Optional<TransactionLimits> broker) {
    broker
        .filter(limits -> limits.longestTimeout().compareTo(config.transactionTimeout()) < 0)
        .ifPresent(
            limits ->
                problems.add(
                    "results.kafka.transaction-timeout is %d s, the brokers allow %d s (transaction.max.timeout.ms): the job could not write"
                        .formatted(
                            config.transactionTimeout().toSeconds(),
                            limits.longestTimeout().toSeconds())));
  }

  private String savepointDirectory() {
    try {
      return new SavepointPlace(rest).of(runbook.manner().savepointDirectory());
    } catch (IllegalStateException nobodySays) {
      problems.add(nobodySays.getMessage());
      return "";
    }
  }

  private void running(Intent intent) {
    Optional<JobDetails> job = intent.incumbent().job();
    if (intent.cancels()) {
      boolean checkpointed = new NewestCheckpoint(rest).of(intent.incumbent().jobId()).isPresent();
      if (!checkpointed && intent.restore() == null) {
        problems.add("the job has no checkpoint that could be started from");
      }
    } else if (job.isEmpty()) {
      problems.add(
          "job %s does not run: its newest checkpoint is used with --from-checkpoint"
              .formatted(intent.incumbent().jobId()));
    } else if (!job.get().allTasksRun()) {
      problems.add(
          "not every task of the job runs (%s%s), so it cannot take a savepoint: wait, or use its newest checkpoint with --from-checkpoint"
              .formatted(
                  job.get().status(),
                  rest.failure(job.get().id()).map(reason -> ": " + reason).orElse("")));
    }
  }

  private void parallelism(Intent intent) {
    int wanted = intent.to().parallelism();
    int max = runbook.configOf(intent.to().release()).job().maxParallelism();
    if (wanted > max) {
      problems.add(
          "parallelism %d is more than job.max-parallelism %d, which can never change"
              .formatted(wanted, max));
    }
    new Slots(rest).problem(wanted, intent.incumbent().job()).ifPresent(problems::add);
  }

  private void plans(Intent intent) {
    Optional<JobDetails> job = intent.incumbent().job();
    plan("the new job", intent.to())
        .filter(plan -> !intent.allowNonRestoredState())
        .ifPresent(plan -> lost(job, plan, "state would be lost: the new job has no operator for"));
    if (!intent.incumbent().shape().release().equals(intent.to().release())) {
      plan("the running job", intent.incumbent().shape())
          .ifPresent(
              plan -> lost(job, plan, "this is not what runs, since it has no operator for"));
    }
  }

  private Optional<Map<String, Integer>> plan(String what, Shape shape) {
    try {
      String jar = runbook.releases().onCluster(shape.release());
      return Optional.of(jars.plan(jar, shape.release().arguments(), shape.parallelism()));
    } catch (FlinkRefusedException e) {
      problems.add(
          "%s cannot be put together from %s: %s"
              .formatted(what, shape.release().label(), e.reason()));
      return Optional.empty();
    }
  }

  private void lost(Optional<JobDetails> job, Map<String, Integer> plan, String meaning) {
    List<String> lost =
        job.map(JobDetails::vertices).orElse(List.of()).stream()
            .filter(vertex -> !plan.containsKey(vertex.id()))
            .map(JobDetails.Vertex::name)
            .toList();
    if (!lost.isEmpty()) {
      problems.add(meaning + " " + String.join(", ", lost) + " (was a uid changed?)");
    }
  }

  private void restored(Intent intent, Optional<TransactionLimits> broker) {
    if (intent.restore() != null) {
      runbook
          .verification(broker)
          .problem(
              intent.restore().path(),
              null,
              runbook.configOf(intent.to().release()),
              intent.to().parallelism(),
              intent.allowNonRestoredState())
          .ifPresent(problems::add);
    }
  }
}
