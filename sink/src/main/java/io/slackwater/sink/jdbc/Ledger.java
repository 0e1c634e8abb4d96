package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * The life of every batch: opened before its first row, then published once, or swept once. Both
 * ends are reached by an update of the same ledger row, so they exclude each other, and staging
 * holds that row, so nothing is staged into a batch that has ended.
 *
 * <p>Published entries go after the retention. Swept ones stay (a few per restart): only so can a
 * batch that is in no table be told from one whose rows were thrown away.
 */
final class Ledger {
  /** What the ledger says of a batch. */
  enum Entry {
    OPEN,
    PUBLISHED,
    SWEPT,
    NONE
  }

  private final Tables tables;
  private final String writer;

  Ledger(Tables tables, String writer) {
    this.tables = tables;
    this.writer = writer;
  }

  void open(Sql sql, String batchId, int subtask, String attempt, long now) throws SQLException {
    sql.update(
        tables
            .dialect()
            .insertIfAbsent(
                tables.ledger(),
                List.of("batch_id", "writer", "subtask", "attempt", "staged_at"),
                List.of(tables.dialect().batchParameter(), "?", "?", "?", "?")),
        batchId,
        writer,
        subtask,
        attempt,
        now);
  }

  /**
   * Whether rows may still be staged; it stays so until the transaction ends, whose commit then
   * does not wait for the disk.
   */
  boolean holdOpen(Sql sql, String batchId) throws SQLException {
    return sql.first(
            "SELECT "
                + tables.dialect().acknowledgeEarly()
                + " FROM "
                + tables.ledger()
                + " WHERE batch_id = "
                + tables.dialect().batchParameter()
                + " AND published_at IS NULL AND swept_at IS NULL "
                + tables.dialect().forShare(),
            row -> true,
            batchId)
        .isPresent();
  }

  /** Says that the batch is whole. False if it is not open. */
  boolean complete(Sql sql, String batchId, long rows) throws SQLException {
    return sql.update(
            "UPDATE "
                + tables.ledger()
                + " SET row_count = ? WHERE batch_id = "
                + tables.dialect().batchParameter()
                + " AND published_at IS NULL AND swept_at IS NULL",
            rows,
            batchId)
        == 1;
  }

  /** False if the batch is not open. */
  boolean markPublished(Sql sql, StagedBatch batch, long now) throws SQLException {
    return sql.update(
            "UPDATE "
                + tables.ledger()
                + " SET published_at = ?, checkpoint_id = ?, row_count = ? WHERE batch_id = "
                + tables.dialect().batchParameter()
                + " AND published_at IS NULL AND swept_at IS NULL",
            Math.max(now, batch.stagedAt()), // never before it was staged: the horizon relies on it
            batch.checkpointId(),
            batch.rows(),
            batch.batchId())
        == 1;
  }

  Entry look(Sql sql, String batchId) throws SQLException {
    return sql.first(
            "SELECT published_at, swept_at FROM "
                + tables.ledger()
                + " WHERE batch_id = "
                + tables.dialect().batchParameter(),
            row -> {
              if (row.getObject(1) != null) {
                return Entry.PUBLISHED;
              }
              return row.getObject(2) != null ? Entry.SWEPT : Entry.OPEN;
            },
            batchId)
        .orElse(Entry.NONE);
  }

  /**
   * Ends every open batch of a subtask attempt that is not running any more, with its rows.
   *
   * @param parallelism of the running attempts
   * @return batches ended
   */
  int sweep(Sql sql, int parallelism, long now) throws SQLException {
    int swept =
        sql.update(
            "UPDATE "
                + tables.ledger()
                + " SET swept_at = ? WHERE writer = ? AND published_at IS NULL AND swept_at IS NULL"
                + " AND attempt NOT IN (SELECT attempt FROM "
                + tables.part()
                + " WHERE writer = ? AND parallelism = ?)",
            now,
            writer,
            writer,
            parallelism);
    if (swept > 0) {
      sql.update(
          "DELETE FROM "
              + tables.staging()
              + " WHERE "
              + Tables.BATCH
              + " IN (SELECT batch_id FROM "
              + tables.ledger()
              + " WHERE writer = ? AND published_at IS NULL AND swept_at = ?)",
          writer,
          now);
    }
    return swept;
  }

  /** Forgets batches published before the horizon (ms). */
  int prune(Sql sql, long horizon) throws SQLException {
    return sql.update(
        "DELETE FROM " + tables.ledger() + " WHERE writer = ? AND published_at < ?",
        writer,
        horizon);
  }
}
