package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Which job may publish under a writer's name: the one that came last. A job that another one has
 * followed (its TaskManager was thought dead, or nobody stopped it) can neither publish nor sweep.
 */
final class Owner {
  private final Tables tables;
  private final String writer;
  private final String jobId;

  Owner(Tables tables, String writer, String jobId) {
    this.tables = tables;
    this.writer = writer;
    this.jobId = jobId;
  }

  /** Takes over, once per job: a job keeps its place in the order over all its restarts. */
  void register(Sql sql, long now) throws SQLException {
    while (!isRegistered(sql)) {
      // Waits for what the previous owner is publishing at this moment.
      Optional<long[]> previous =
          sql.first(
              "SELECT generation, pruned_before FROM "
                  + tables.owner()
                  + " WHERE writer = ? ORDER BY generation DESC LIMIT 1 FOR UPDATE",
              row -> new long[] {row.getLong(1), row.getLong(2)},
              writer);
      sql.update(
          tables
              .dialect()
              .insertIfAbsent(
                  tables.owner(),
                  List.of("writer", "generation", "job_id", "registered_at", "pruned_before"),
                  List.of("?", "?", "?", "?", "?")),
          writer,
          previous.map(p -> p[0] + 1).orElse(1L),
          jobId,
          now,
          previous.map(p -> p[1]).orElse(0L));
    }
  }

  private boolean isRegistered(Sql sql) throws SQLException {
    return sql.first(
            "SELECT 1 FROM " + tables.owner() + " WHERE writer = ? AND job_id = ?",
            row -> true,
            writer,
            jobId)
        .isPresent();
  }

  /**
   * Holds the place until the transaction ends.
   *
   * @throws StopException when another job has taken over
   */
  void check(Sql sql) throws SQLException {
    String newest =
        sql.first(
                "SELECT job_id FROM "
                    + tables.owner()
                    + " WHERE writer = ? ORDER BY generation DESC LIMIT 1 "
                    + tables.dialect().forShare(),
                row -> row.getString(1),
                writer)
            .orElse("nobody");
    if (!newest.equals(jobId)) {
      throw new StopException(
          "job %s must not write to %s any more: job %s has taken over as writer '%s'; give jobs that run at the same time different writer names, or delete the later job's row from %s"
              .formatted(jobId, tables.results(), newest, writer, tables.owner()));
    }
  }

  /** Published ledger entries from before this time (ms) may be gone. */
  long prunedBefore(Sql sql) throws SQLException {
    return sql.first(
            "SELECT MAX(pruned_before) FROM " + tables.owner() + " WHERE writer = ?",
            row -> row.getLong(1),
            writer)
        .orElse(0L);
  }

  void prunedBefore(Sql sql, long horizon) throws SQLException {
    sql.update(
        "UPDATE "
            + tables.owner()
            + " SET pruned_before = ? WHERE writer = ? AND job_id = ? AND pruned_before < ?",
        horizon,
        writer,
        jobId,
        horizon);
  }
}
