package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Through when the published rows are complete. Every subtask of the running job has a row that its
 * publications move forward; the view for readers takes the minimum over a full set of them.
 *
 * <p>A claim is true for ever, since published rows stay. So before a starting subtask takes its
 * row back (to prove its share anew, perhaps at another parallelism), what the view says is kept in
 * a row of its own, the floor: parallelism 0.
 */
final class Progress {
  private static final String FLOOR = "floor";
  private static final List<String> COLUMNS =
      List.of("writer", "parallelism", "subtask", "attempt");
  private static final List<String> PARAMETERS = List.of("?", "?", "?", "?");

  /** What every database can hold; a watermark before it tells nobody anything. */
  private static final Instant BEGIN = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

  private final Tables tables;
  private final String writer;

  Progress(Tables tables, String writer) {
    this.tables = tables;
    this.writer = writer;
  }

  /** Makes this attempt the one that counts for the subtask. */
  void join(Sql sql, int parallelism, int subtask, String attempt) throws SQLException {
    String insert = tables.dialect().insertIfAbsent(tables.part(), COLUMNS, PARAMETERS);
    sql.update(insert, writer, 0, 0, FLOOR);
    sql.update(insert, writer, parallelism, subtask, attempt);
    raiseFloor(sql);
    sql.update(
        "UPDATE "
            + tables.part()
            + " SET attempt = ?, complete_through = NULL"
            + " WHERE writer = ? AND parallelism = ? AND subtask = ?",
        attempt,
        writer,
        parallelism,
        subtask);
  }

  private void raiseFloor(Sql sql) throws SQLException {
    Optional<String> said =
        sql.first(
            "SELECT complete_through FROM " + tables.progress() + " WHERE writer = ?",
            row -> row.getString(1), // text with its offset, so no zone can come in between
            writer);
    if (said.isPresent()) {
      advance(sql, 0, 0, FLOOR, said.get());
    }
  }

  /** Moves forward only, and only for the attempt that counts. */
  void advance(Sql sql, int parallelism, int subtask, String attempt, long completeThrough)
      throws SQLException {
    if (completeThrough < BEGIN.toEpochMilli()) {
      return;
    }
    long end = Math.min(completeThrough, END.toEpochMilli());
    advance(
        sql, parallelism, subtask, attempt, tables.dialect().instant(Instant.ofEpochMilli(end)));
  }

  private void advance(Sql sql, int parallelism, int subtask, String attempt, String through)
      throws SQLException {
    String parameter = tables.dialect().instantParameter();
    sql.update(
        "UPDATE "
            + tables.part()
            + " SET complete_through = "
            + parameter
            + " WHERE writer = ? AND parallelism = ? AND subtask = ? AND attempt = ?"
            + " AND (complete_through IS NULL OR complete_through < "
            + parameter
            + ")",
        through,
        writer,
        parallelism,
        subtask,
        attempt,
        through);
  }

  /** Removes the rows of other parallelisms; the floor has kept what they said. */
  void forgetOthers(Sql sql, int parallelism) throws SQLException {
    sql.update(
        "DELETE FROM " + tables.part() + " WHERE writer = ? AND parallelism NOT IN (0, ?)",
        writer,
        parallelism);
  }
}
