package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tables that the sink needs: printed for a person, created on request only, and looked at
 * before the first row.
 */
public final class Ddl {
  private Ddl() {}

  /** The statements as one script, each ended by a semicolon. */
  public static String script(DatabaseKind database, TableSpec table, WriteMode mode) {
    return String.join(
            ";\n\n", database.dialect().createTables(new Tables(table, database.dialect()), mode))
        + ";\n";
  }

  /**
   * Creates what is not there and leaves what is there as it is.
   *
   * @throws SQLException the database's refusal
   */
  public static void createIfMissing(JdbcSinkConfig config)
      throws SQLException, InterruptedException {
    try (DatabaseSession session = config.session()) {
      session.inTransaction(
          sql -> {
            for (String statement :
                config.database().dialect().createTables(config.tables(), config.mode())) {
              sql.update(statement);
            }
            return null;
          });
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
            checkOne(sql, config.database().dialect(), table.getKey(), table.getValue());
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
          String.join(", ", Tables.BATCH, Tables.SEQUENCE, Tables.HASH, tables.columns()));
      needed.put(
          tables.ledger(),
          "batch_id, writer, subtask, attempt, staged_at, checkpoint_id, row_count, published_at, swept_at");
    }
    needed.put(tables.owner(), "writer, generation, job_id, registered_at, pruned_before");
    needed.put(tables.part(), "writer, parallelism, subtask, attempt, complete_through");
    needed.put(tables.progress(), "writer, complete_through");
    return needed;
  }

  private static void checkOne(Sql sql, SqlDialect dialect, String table, String columns)
      throws SQLException {
    try {
      sql.first("SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> true);
    } catch (SQLException e) {
      if (dialect.classify(e) != Fault.LASTING) {
        throw e;
      }
      throw new StopException(
          "table %s is not as the sink needs it (%s); create it with the printed schema"
              .formatted(table, OneLine.of(e.getMessage())));
    }
  }
}
