package io.slackwater.sink.jdbc;

import java.time.Instant;

/** Reads rows of a results table back, whatever the database and its session's time zone. */
public final class RowQuery {
  private RowQuery() {}

  /**
   * A query for all columns, in the order of the table, of the rows that hold one instant.
   *
   * @param column a {@link ColumnType#TIMESTAMP}; compared with the one parameter, {@link #instant}
   */
  public static String at(JdbcSinkConfig config, String column) {
    Tables tables = config.tables();
    SqlDialect dialect = config.database().dialect();
    return "SELECT %s FROM %s WHERE %s = %s"
        .formatted(
            tables.columns(), tables.results(), dialect.quote(column), dialect.instantParameter());
  }

  /** The parameter's text. */
  public static String instant(JdbcSinkConfig config, Instant instant) {
    return config.database().dialect().instant(instant);
  }
}
