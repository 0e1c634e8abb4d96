package io.slackwater.ops.runbook;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.ByteSize;
import io.slackwater.ops.flink.FlinkRest;
import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.savepoint.OperatorFacts;
import io.slackwater.ops.savepoint.PendingCommit;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.StateFacts.Compatibility;
import io.slackwater.ops.savepoint.UnreadableSavepointException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/** Whether a savepoint is what it has to be, before anything is started from it. */
final class Verification {
  private final FlinkRest rest;
  private final Narrator narrator;
  private final InstantSource clock;
  private final Optional<TransactionLimits> broker;
  private String summary = "";
  @Nullable private Figures figures;

  /**
   * What the report says of it.
   *
   * @param bytes of state
   * @param oldestCommitMs age of the oldest prepared commit in it when it was looked at
   */
  record Figures(
      String path,
      long bytes,
      int operators,
      int maxParallelism,
      int commits,
      long oldestCommitMs) {}

  Verification(
      FlinkRest rest, Narrator narrator, InstantSource clock, Optional<TransactionLimits> broker) {
    this.rest = rest;
    this.narrator = narrator;
    this.clock = clock;
    this.broker = broker;
  }

  /** In one line, after a verification that found no problem. */
  String summary() {
    return summary;
  }

  /** Null before a verification. */
  @Nullable
  Figures figures() {
    return figures;
  }

  /**
   * What keeps a shape from starting from a savepoint.
   *
   * @param fromJobId whose savepoint it is; every operator of it must be there
   * @param config of what is to be started
   * @param allowNonRestoredState state that nobody wants is no problem
   */
  Optional<String> problem(
      String path,
      @Nullable String fromJobId,
      JobConfig config,
      int parallelism,
      boolean allowNonRestoredState) {
    SavepointFacts facts;
    try {
      facts = SavepointFacts.read(path);
    } catch (UnreadableSavepointException e) {
      return Optional.of(e.getMessage());
    }
    remember(facts);
    warnOfAge(facts, config);
    warnOfSerializers(facts);
    return damaged(facts)
        .or(() -> fromJobId == null ? Optional.empty() : missing(facts, fromJobId))
        .or(() -> allowNonRestoredState ? Optional.empty() : unclaimed(facts, config))
        .or(() -> tooWide(facts, config, parallelism));
  }

  private void remember(SavepointFacts facts) {
    figures =
        new Figures(
            facts.path(),
            facts.stateBytes(),
            facts.operators().size(),
            facts.maxParallelism(),
            facts.pending().size(),
            oldest(facts).map(Duration::toMillis).orElse(0L));
    summary =
        "%d operators, %s, max parallelism %d, %d prepared commits"
            .formatted(
                figures.operators(),
                ByteSize.text(figures.bytes()),
                figures.maxParallelism(),
                figures.commits());
  }

  private Optional<Duration> oldest(SavepointFacts facts) {
    return facts.pending().stream()
        .map(PendingCommit::sinceMillis)
        .min(Long::compare)
        .map(since -> Duration.ofMillis(Math.max(0, clock.millis() - since)));
  }

  private static Optional<String> damaged(SavepointFacts facts) {
    return facts.files().damaged().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the savepoint is damaged: %d files, among them %s"
                .formatted(facts.files().damaged().size(), facts.files().damaged().get(0)));
  }

  /** A vertex is called by the hash of its first operator's uid. */
  private Optional<String> missing(SavepointFacts facts, String jobId) {
    Set<String> held =
        facts.operators().stream().map(OperatorFacts::uidHash).collect(Collectors.toSet());
    List<String> missing =
        rest.job(jobId).map(JobDetails::vertices).orElse(List.of()).stream()
            .filter(vertex -> !held.contains(vertex.id()))
            .map(JobDetails.Vertex::name)
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("the savepoint lacks operators of the job: " + String.join(", ", missing));
  }

  private static Optional<String> unclaimed(SavepointFacts facts, JobConfig config) {
    Set<String> labels = new TreeSet<>();
    facts.unclaimed(config).forEach(operator -> labels.add(operator.label()));
    return labels.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the savepoint holds state of operators that the configuration does not have: %s; give results as they were, or --allow-non-restored-state to lose it"
                .formatted(String.join(", ", labels)));
  }

  private static Optional<String> tooWide(SavepointFacts facts, JobConfig config, int parallelism) {
    int max = facts.maxParallelism();
    if (parallelism > max) {
      return Optional.of(
          "parallelism %d is more than the state's max parallelism %d".formatted(parallelism, max));
    }
    return max == config.job().maxParallelism()
        ? Optional.empty()
        : Optional.of(
            "job.max-parallelism is %d, the state's is %d and can never change: set it back"
                .formatted(config.job().maxParallelism(), max));
  }

  /**
   * A stop commits what the savepoint holds as prepared, so age matters only if the stop did not
   * come to it, or if the savepoint was taken of a job that went on.
   */
  private void warnOfAge(SavepointFacts facts, JobConfig config) {
    Duration age = oldest(facts).orElse(Duration.ZERO);
    if (broker.isPresent() && age.compareTo(broker.get().idExpiration()) > 0) {
      narrator.warn(
          "the savepoint's oldest commit is %d h old, the brokers forget a transactional id after %d h: the job looks its records up in the log instead, and stops if retention has deleted them"
              .formatted(age.toHours(), broker.get().idExpiration().toHours()));
    } else if (age.compareTo(config.transactionTimeout()) > 0) {
      narrator.warn(
          "the savepoint's oldest commit is %d min old, longer than the transaction timeout of %d min: what was not committed when it was taken has been aborted, and the job says so when it starts"
              .formatted(age.toMinutes(), config.transactionTimeout().toMinutes()));
    }
  }

  private void warnOfSerializers(SavepointFacts facts) {
    for (OperatorFacts operator : facts.operators()) {
      operator
          .unreadable()
          .ifPresent(reason -> narrator.warn(operator.label() + " cannot be read: " + reason));
      operator.states().stream()
          .filter(state -> state.compatibility() == Compatibility.INCOMPATIBLE)
          .forEach(
              state ->
                  narrator.warn(
                      "%s %s: this release cannot restore it"
                          .formatted(operator.label(), state.name())));
    }
  }
}
