package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables that the sink needs: printed for a person, created on request only, and looked at
 * before the first row.
 */
public final class Ddl {
  private Ddl() {}

  /** The statements as one script, each ended by a semicolon. */
  public static String script(DatabaseKind database, TableSpec table, WriteMode mode) {
    Tables tables = new Tables(table, database.dialect());
    List<String> statements = new ArrayList<>(database.dialect().createTables(tables, mode));
    if (mode == WriteMode.TWO_PHASE) {
      statements.addAll(database.dialect().stagingStorage(tables));
    }
    return String.join(";\n\n", statements) + ";\n";
  }

  /**
   * Creates what is not there and leaves what is there as it is.
   *
   * @throws SQLException the database's refusal
   */
  public static void createIfMissing(JdbcSinkConfig config)
      throws SQLException, InterruptedException {
    SqlDialect dialect = config.database().dialect();
    try (DatabaseSession session = config.session()) {
      List<String> statements =
          new ArrayList<>(dialect.createTables(config.tables(), config.mode()));
      if (config.mode() == WriteMode.TWO_PHASE
          && !exists(session, dialect, config.tables().staging())) {
        statements.addAll(dialect.stagingStorage(config.tables()));
      }
      session.inTransaction(
          sql -> {
            for (String statement : statements) {
              sql.update(statement);
            }
            return null;
          });
    }
  }

  private static boolean exists(DatabaseSession session, SqlDialect dialect, String table)
      throws SQLException, InterruptedException {
    try {
      session.inTransaction(
          sql -> sql.first("SELECT 1 FROM " + table + " WHERE 1 = 0", row -> true));
      return true;
    } catch (SQLException e) {
      if (dialect.classify(e) != Fault.LASTING) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Reads nothing, but names every table and column once.
   *
   * @throws StopException naming the first table that is not as needed
   */
  static void check(DatabaseSession session, JdbcSinkConfig config)
      throws SQLException, InterruptedException {
    Map<String, String> needed = needed(config.tables(), config.mode());
    session.inTransaction(
        sql -> {
          for (Map.Entry<String, String> table : needed.entrySet()) {
            checkOne(sql, config.tables(), table.getKey(), table.getValue());
          }
          return null;
        });
  }

  private static Map<String, String> needed(Tables tables, WriteMode mode) {
    Map<String, String> needed = new LinkedHashMap<>();
    needed.put(tables.results(), tables.columns());
    if (mode == WriteMode.TWO_PHASE) {
      needed.put(
          tables.staging(),
          String.join(", ", tables.dialect().stagingColumns()) + ", " + tables.columns());
      needed.put(
          tables.ledger(),
          "batch_id, writer, subtask, attempt, staged_at, checkpoint_id, row_count, published_at, swept_at");
    }
    needed.put(tables.owner(), "writer, generation, job_id, registered_at, pruned_before");
    needed.put(tables.part(), "writer, parallelism, subtask, attempt, complete_through");
    needed.put(tables.progress(), "writer, complete_through");
    return needed;
  }

  private static void checkOne(Sql sql, Tables tables, String table, String columns)
      throws SQLException {
    try {
      sql.first("SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> true);
    } catch (SQLException e) {
      if (tables.dialect().classify(e) != Fault.LASTING) {
        throw e;
      }
      String earlier =
          table.equals(tables.staging())
              ? "; if an earlier version of the sink made it, stop the job with a savepoint under that version, which leaves it empty, and drop it first"
              : "";
      throw new StopException(
          "table %s is not as the sink needs it (%s); create it with the printed schema%s"
              .formatted(table, OneLine.of(e.getMessage()), earlier));
    }
  }
}
