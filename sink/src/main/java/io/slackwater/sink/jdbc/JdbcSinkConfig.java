package io.slackwater.sink.jdbc;

import java.io.Serializable;

/**
 * Where rows go and how.
 *
 * @param writer names the job towards the database (1..64 characters). A later job with the same
 *     name takes over from the earlier one; jobs that write to one table at the same time need
 *     different names
 */
public record JdbcSinkConfig(
    String writer,
    DatabaseKind database,
    ConnectionFactory connections,
    TableSpec table,
    WriteMode mode,
    JdbcTuning tuning)
    implements Serializable {

  /**
   * @throws IllegalArgumentException when the writer's name is empty or too long
   */
  public JdbcSinkConfig {
    if (writer.isBlank() || writer.length() > 64) {
      throw new IllegalArgumentException(
          "writer name '%s' is not allowed: 1 to 64 characters".formatted(writer));
    }
  }

  /** With {@link JdbcTuning#DEFAULT}. */
  public static JdbcSinkConfig of(
      String writer, DatabaseAddress address, TableSpec table, WriteMode mode) {
    return new JdbcSinkConfig(writer, address.kind(), address, table, mode, JdbcTuning.DEFAULT);
  }

  Tables tables() {
    return new Tables(table, database.dialect());
  }

  DatabaseSession session() {
    return new DatabaseSession(connections, database.dialect(), tuning);
  }
}
