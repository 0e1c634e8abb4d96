package io.slackwater.sink.kafka;

import io.slackwater.sink.metrics.CommitMetrics;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits through the connector, which logs and drops a transaction that the broker refuses. Here a
 * refused transaction is looked up in the log: published is fine, anything else stops the job.
 *
 * <p>A restored transaction is looked up also after the broker said yes, because an administrator's
 * forced abort of a "hanging" transaction leaves the coordinator willing to commit it.
 */
@SuppressWarnings("try") // close() throws what the connector's does
final class StrictKafkaCommitter implements Committer<WitnessedCommittable> {
  private static final Logger LOG = LoggerFactory.getLogger(StrictKafkaCommitter.class);

  private final Committer<KafkaCommittable> connector;
  private final WitnessReader witnesses;
  private final KafkaTarget target;
  private final CommitMetrics metrics;
  private final Clock clock;

  StrictKafkaCommitter(
      Committer<KafkaCommittable> connector,
      WitnessReader witnesses,
      KafkaTarget target,
      MetricGroup metrics,
      Clock clock) {
    this.connector = connector;
    this.witnesses = witnesses;
    this.target = target;
    this.metrics = new CommitMetrics(metrics, clock);
    this.clock = clock;
  }

  /**
   * @throws SuppressRestartsException when a transaction is lost or may be
   * @throws IllegalStateException when that cannot be found out now: the job restarts and asks
   *     again
   */
  @Override
  public void commit(Collection<CommitRequest<WitnessedCommittable>> requests)
      throws IOException, InterruptedException {
    metrics.tried();
    boolean leftOver = false;
    for (CommitRequest<WitnessedCommittable> request : requests) {
      Attempt attempt = new Attempt(request);
      commit(attempt);
      leftOver |= attempt.comesAgain;
    }
    if (!leftOver) {
      metrics.settled();
    }
  }

  private void commit(Attempt attempt) throws IOException, InterruptedException {
    long began = clock.millis();
    connector.commit(List.of(attempt));
    if (attempt.answered) {
      return;
    }
    if (attempt.request.getCommittable().isRestored()) {
      confirm(attempt.request);
    }
    metrics.committed(clock.millis() - began);
  }

  @Override
  public void close() throws Exception {
    connector.close();
  }

  private void confirm(CommitRequest<WitnessedCommittable> request) {
    WitnessedCommittable committable = request.getCommittable();
    Outcome outcome = witnesses.examine(committable.witness());
    switch (outcome.fate()) {
      case COMMITTED -> LOG.info("Committed restored transaction {}", committable.name());
      case ABORTED ->
          stopUnlessAccepted(
              request, outcome, new IllegalStateException("OK, after a forced abort"));
      default ->
          // The broker's yes stands: only a forced abort contradicts it, and none was found.
          LOG.warn(
              "The broker committed restored transaction {}, which could not be read back: {}",
              committable.name(),
              outcome.evidence());
    }
  }

  private void judge(CommitRequest<WitnessedCommittable> request, Throwable refusal) {
    WitnessedCommittable committable = request.getCommittable();
    Outcome outcome = witnesses.examine(committable.witness());
    switch (outcome.fate()) {
      case COMMITTED -> {
        LOG.info(
            "Transaction {} had been committed before (normal after a restore): {}",
            committable.name(),
            outcome.evidence());
        request.signalAlreadyCommitted();
      }
      case OPEN -> {
        metrics.failed();
        throw new IllegalStateException(
            "transaction %s could not be committed now and is not lost yet (%s): the job restarts and commits it again"
                .formatted(committable.name(), outcome.evidence()),
            refusal);
      }
      default -> stopUnlessAccepted(request, outcome, refusal);
    }
  }

  private void stopUnlessAccepted(
      CommitRequest<WitnessedCommittable> request, Outcome outcome, Throwable refusal) {
    metrics.failed();
    WitnessedCommittable committable = request.getCommittable();
    String message = new LossReport(committable, outcome, refusal, target).text();
    if (!target.acceptedLostTransactions().contains(committable.name())) {
      throw new SuppressRestartsException(new LostTransactionException(message, refusal));
    }
    LOG.warn("Accepted by configuration: {}", message);
    request.signalFailedWithKnownReason(refusal);
  }

  /** Shows the connector its own committable, and keeps its verdicts from being the last word. */
  private final class Attempt implements CommitRequest<KafkaCommittable> {
    private final CommitRequest<WitnessedCommittable> request;
    private boolean answered;
    private boolean comesAgain;

    private Attempt(CommitRequest<WitnessedCommittable> request) {
      this.request = request;
    }

    @Override
    public KafkaCommittable getCommittable() {
      return request.getCommittable().transaction();
    }

    @Override
    public int getNumberOfRetries() {
      return request.getNumberOfRetries();
    }

    @Override
    public void signalFailedWithKnownReason(Throwable refusal) {
      answered = true;
      judge(request, refusal);
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable refusal) {
      answered = true;
      judge(request, refusal);
    }

    @Override
    public void retryLater() {
      putOff();
      request.retryLater();
    }

    @Override
    public void updateAndRetryLater(KafkaCommittable transaction) {
      putOff();
      WitnessedCommittable old = request.getCommittable();
      request.updateAndRetryLater(
          new WitnessedCommittable(transaction, old.witness(), old.afterCheckpoint()));
    }

    private void putOff() {
      answered = true;
      comesAgain = true;
      metrics.failed();
    }

    @Override
    public void signalAlreadyCommitted() {
      answered = true;
      request.signalAlreadyCommitted();
    }

    /** For the connector's log lines. */
    @Override
    public String toString() {
      return request.getCommittable().name();
    }
  }
}
