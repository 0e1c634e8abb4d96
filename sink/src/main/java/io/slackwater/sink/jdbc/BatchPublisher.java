package io.slackwater.sink.jdbc;

import io.slackwater.sink.metrics.CommitMetrics;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Second phase: publishes what a completed checkpoint names. */
final class BatchPublisher implements Committer<StagedBatch> {
  private static final Logger LOG = LoggerFactory.getLogger(BatchPublisher.class);
  private static final Duration PRUNE_INTERVAL = Duration.ofHours(1);

  private final JdbcSinkConfig config;
  private final DatabaseSession session;
  private final Owner owner;
  private final Publication publication;
  private final Ledger ledger;
  private final CommitMetrics metrics;
  private final Counter publishedRows;
  private final Clock clock;
  private final boolean prunes;
  private boolean registered;
  private long nextPrune = Long.MIN_VALUE;

  BatchPublisher(
      JdbcSinkConfig config, String jobId, boolean prunes, MetricGroup metrics, Clock clock) {
    this.config = config;
    this.session = config.session();
    this.owner = new Owner(config.tables(), config.writer(), jobId);
    this.publication = new Publication(config.tables(), config.writer(), owner);
    this.ledger = new Ledger(config.tables(), config.writer());
    this.metrics = new CommitMetrics(metrics, clock);
    this.publishedRows = metrics.counter("publishedRows");
    this.prunes = prunes;
    this.clock = clock;
  }

  /** A batch that is not published stays in Flink's state, so an exception here loses nothing. */
  @Override
  public void commit(Collection<CommitRequest<StagedBatch>> requests)
      throws IOException, InterruptedException {
    metrics.tried();
    try {
      for (CommitRequest<StagedBatch> request : requests) {
        commit(request);
      }
      metrics.settled();
      prune();
    } catch (StopException e) {
      metrics.failed();
      throw new SuppressRestartsException(e);
    }
  }

  private void commit(CommitRequest<StagedBatch> request) throws IOException, InterruptedException {
    StagedBatch batch = request.getCommittable();
    try {
      register();
      if (!publish(batch)) {
        request.signalAlreadyCommitted();
      }
    } catch (SQLException e) {
      metrics.failed();
      throw new IOException(
          "checkpoint %d: %d rows of table %s could not be published (%s); they stay staged and are published after the restart"
              .formatted(
                  batch.checkpointId(),
                  batch.rows(),
                  config.table().name(),
                  OneLine.of(e.getMessage())),
          e);
    }
  }

  /** What a restored checkpoint names is published before any subtask has opened. */
  private void register() throws SQLException, InterruptedException {
    if (!registered) {
      Ddl.check(session, config);
      session.inTransaction(
          sql -> {
            owner.register(sql, clock.millis());
            return null;
          });
      registered = true;
    }
  }

  private boolean publish(StagedBatch batch) throws SQLException, InterruptedException {
    long started = clock.millis();
    boolean moved = publication.publish(session, batch, clock);
    metrics.committed(clock.millis() - started);
    publishedRows.inc(moved ? batch.rows() : 0);
    return moved;
  }

  private void prune() throws InterruptedException {
    long now = clock.millis();
    if (!prunes || now < nextPrune) {
      return;
    }
    nextPrune = now + PRUNE_INTERVAL.toMillis();
    long horizon = now - config.tuning().ledgerRetention().toMillis();
    try {
      session.inTransaction(
          sql -> {
            owner.check(sql);
            owner.prunedBefore(sql, horizon);
            return ledger.prune(sql, horizon);
          });
    } catch (SQLException e) {
      LOG.warn("old entries of the ledger stay for another hour: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
