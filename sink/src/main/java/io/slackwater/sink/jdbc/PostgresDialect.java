package io.slackwater.sink.jdbc;

import java.io.DataOutput;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** PostgreSQL: rows travel and are staged as {@link ColumnArrays}. */
final class PostgresDialect implements SqlDialect {
  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    Driver driver = new Driver();
    ListedDrivers.remove(Driver.class);
    Connection connection = driver.connect(url, properties);
    if (connection == null) {
      throw new SQLException("the PostgreSQL driver does not accept this database URL");
    }
    PreferQueryMode mode = connection.unwrap(PGConnection.class).getPreferQueryMode();
    if (mode == PreferQueryMode.SIMPLE) {
      connection.close();
      throw new SQLException(
          "preferQueryMode=simple in the database URL: rows travel in binary, which only the extended protocol can carry; leave it out, also with a pooler");
    }
    return connection;
  }

  @Override
  public Properties driverProperties(Duration socketTimeout) {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("loginTimeout", "20");
    properties.setProperty("socketTimeout", Long.toString(socketTimeout.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    // Named statements live in a server session, which a pooler changes between transactions.
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("ApplicationName", "slackwater");
    return properties;
  }

  @Override
  public String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public void write(ColumnSpec column, Object value, DataOutput out)
      throws RowRefusedException, IOException {
    PostgresBinary.write(column, value, out);
  }

  @Override
  public String instant(Instant instant) {
    return instant.toString();
  }

  @Override
  public String batchParameter() {
    return "CAST(? AS uuid)";
  }

  @Override
  public String instantParameter() {
    return "CAST(? AS timestamptz)";
  }

  @Override
  public String insertIfAbsent(String table, List<String> columns, List<String> parameters) {
    return "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING"
        .formatted(table, String.join(", ", columns), String.join(", ", parameters));
  }

  @Override
  public String forShare() {
    return "FOR SHARE";
  }

  @Override
  public Refusals refusals(Sql sql, Tables tables) throws SQLException {
    return new ColumnArrays(tables).refusals(sql);
  }

  @Override
  public void stage(Sql sql, Tables tables, Refusals refused, String batchId, List<EncodedRow> rows)
      throws SQLException {
    new ColumnArrays(tables).stage(sql, refused, batchId, rows);
  }

  @Override
  public List<String> publish(Tables tables, boolean expectNew) {
    return new ColumnArrays(tables).publish(expectNew);
  }

  @Override
  public String acknowledgeEarly() {
    return "set_config('synchronous_commit', 'off', true)"; // for this transaction alone
  }

  @Override
  public long staged(Sql sql, Tables tables, String batchId) throws SQLException {
    return sql.first(
            "SELECT COALESCE(SUM(%s), 0) FROM %s WHERE %s = %s"
                .formatted(Tables.ROWS, tables.staging(), Tables.BATCH, batchParameter()),
            row -> row.getLong(1),
            batchId)
        .orElseThrow();
  }

  @Override
  public Removed remove(Sql sql, Tables tables, String batchId) throws SQLException {
    return sql.first(
            "WITH removed AS (DELETE FROM %1$s WHERE %2$s = %3$s RETURNING %4$s, %5$s) SELECT COALESCE(SUM(%4$s), 0), COALESCE(SUM(%5$s), 0) FROM removed"
                .formatted(
                    tables.staging(), Tables.BATCH, batchParameter(), Tables.ROWS, Tables.HASH),
            row -> new Removed(row.getLong(1), row.getLong(2)),
            batchId)
        .orElseThrow();
  }

  @Override
  public void upsert(Sql sql, Tables tables, List<EncodedRow> rows) throws SQLException {
    new ColumnArrays(tables).upsert(sql, rows);
  }

  @Override
  public List<String> stagingColumns() {
    return List.of(Tables.BATCH, Tables.SEQUENCE, Tables.ROWS, Tables.HASH);
  }

  @Override
  public List<String> stagingStorage(Tables tables) {
    return List.of(PostgresDdl.stagingStorage(tables));
  }

  @Override
  public List<String> createTables(Tables tables, WriteMode mode) {
    return PostgresDdl.create(tables, mode);
  }

  /** The detail of these violations is the whole row, shown in the session's zone: left out. */
  @Override
  public String reason(SQLException error) {
    ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
    if (server == null) {
      return OneLine.of(error.getMessage());
    }
    boolean showsRow =
        PSQLState.CHECK_VIOLATION.getState().equals(server.getSQLState())
            || PSQLState.NOT_NULL_VIOLATION.getState().equals(server.getSQLState());
    String detail = showsRow || server.getDetail() == null ? "" : ": " + server.getDetail();
    return OneLine.of(server.getMessage() + detail);
  }

  @Override
  public Fault classify(SQLException error) {
    String state = error.getSQLState();
    if (state == null || UntrustedServer.isReasonOf(error)) {
      return Fault.LASTING;
    }
    if (state.equals("23505")) {
      return Fault.DUPLICATE;
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "22", "23", "54" -> Fault.ROW;
      case "08", "40", "53", "57", "58" -> Fault.PASSING;
      // 25006: a primary that has become a standby; 55P03: a lock timeout set by the operator.
      default -> state.equals("25006") || state.equals("55P03") ? Fault.PASSING : Fault.LASTING;
    };
  }
}
