package io.slackwater.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Statements on one connection, each with the time limit. */
record Sql(Connection connection, Duration timeout) {

  /** Reads one row of a result. */
  interface Row<R> {
    R read(ResultSet row) throws SQLException;
  }

  /** Returns the number of rows changed. */
  int update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  <R> Optional<R> first(String sql, Row<R> row, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters);
        ResultSet result = statement.executeQuery()) {
      return result.next() ? Optional.ofNullable(row.read(result)) : Optional.empty();
    }
  }

  PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      statement.setQueryTimeout((int) timeout.toSeconds());
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }
}
