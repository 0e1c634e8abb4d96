package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a staged batch visible: ledger, results, staging and progress change in one transaction, so
 * at every moment a row is either staged or published. May be repeated any number of times.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  /** Publications after a key was found taken: there are likely more, as after a rollback. */
  private static final int NOTHING_EXPECTED = 20;

  private final Tables tables;
  private final Owner owner;
  private final Ledger ledger;
  private final Progress progress;
  private int nothingExpected;

  Publication(Tables tables, String writer, Owner owner) {
    this.tables = tables;
    this.owner = owner;
    this.ledger = new Ledger(tables, writer);
    this.progress = new Progress(tables, writer);
  }

  /**
   * Returns false if the batch was published before.
   *
   * @throws StopException when rows are missing, or another job has taken over
   */
  boolean publish(DatabaseSession session, StagedBatch batch, Clock clock)
      throws SQLException, InterruptedException {
    if (nothingExpected == 0) {
      try {
        return session.inTransaction(sql -> publish(sql, batch, clock.millis(), true));
      } catch (SQLException e) {
        if (tables.dialect().classify(e) != Fault.DUPLICATE) {
          throw e;
        }
        nothingExpected = NOTHING_EXPECTED;
      }
    }
    nothingExpected--;
    return session.inTransaction(sql -> publish(sql, batch, clock.millis(), false));
  }

  private boolean publish(Sql sql, StagedBatch batch, long now, boolean expectNew)
      throws SQLException {
    owner.check(sql);
    boolean moved = batch.batchId() != null && move(sql, batch, now, expectNew);
    if (batch.completeThrough() != StagedBatch.NO_PROGRESS) {
      progress.advance(
          sql, batch.parallelism(), batch.subtask(), batch.attempt(), batch.completeThrough());
    }
    return moved;
  }

  private boolean move(Sql sql, StagedBatch batch, long now, boolean expectNew)
      throws SQLException {
    if (!ledger.markPublished(sql, batch, now)) {
      checkPublishedBefore(sql, batch);
      return false;
    }
    for (String statement : tables.dialect().publish(tables, expectNew)) {
      sql.update(statement, batch.batchId());
    }
    SqlDialect.Removed removed = tables.dialect().remove(sql, tables, batch.batchId());
    if (removed.rows() != batch.rows()) {
      throw lost(batch, "%d rows are in the staging table".formatted(removed.rows()));
    }
    if (removed.checksum() != batch.checksum()) {
      throw lost(
          batch,
          "the staged rows have the checksum %d instead of %d"
              .formatted(removed.checksum(), batch.checksum()));
    }
    return true;
  }

  private void checkPublishedBefore(Sql sql, StagedBatch batch) throws SQLException {
    switch (ledger.look(sql, batch.batchId())) {
      case PUBLISHED -> LOG.debug("batch {} was published before", batch.batchId());
      case SWEPT ->
          throw lost(
              batch,
              "its rows were swept when the job was started from a checkpoint that does not know them");
      case OPEN -> throw new SQLTransientException("batch changed while it was looked at", "40001");
      case NONE -> {
        if (batch.stagedAt() >= owner.prunedBefore(sql)) {
          throw lost(batch, "the ledger does not know it");
        }
        LOG.info(
            "checkpoint {}: batch {} is older than the ledger's retention and was published"
                + " (normal when an old savepoint is restored)",
            batch.checkpointId(),
            batch.batchId());
      }
    }
  }

  private StopException lost(StagedBatch batch, String found) {
    return new StopException(
        "DATA LOSS in %s: checkpoint %d named %d rows in batch %s, but %s; restore a checkpoint before %d to make the rows again, or set published_at of the batch in %s to accept the loss"
            .formatted(
                tables.results(),
                batch.checkpointId(),
                batch.rows(),
                batch.batchId(),
                found,
                batch.checkpointId(),
                tables.ledger()));
  }
}
