package io.slackwater.sink.jdbc;

import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;

/** What differs between databases; everything else is plain SQL in the classes that need it. */
interface SqlDialect extends Serializable {

  Connection connect(String url, Properties properties) throws SQLException;

  Properties driverProperties(Duration socketTimeout);

  String quote(String identifier);

  /** A value that is not null as a field of an {@link EncodedRow}. */
  void write(ColumnSpec column, Object value, DataOutput out)
      throws RowRefusedException, IOException;

  /**
   * Text that the database reads as this instant of the years 1 to 9999, whatever any session's
   * zone is.
   */
  String instant(Instant instant);

  /** A parameter bound as text, read as a batch id. */
  String batchParameter();

  /** A parameter bound as {@link #instant}, read as an instant. */
  String instantParameter();

  /** {@code INSERT} of one row that does nothing when a key is taken. */
  String insertIfAbsent(String table, List<String> columns, List<String> parameters);

  /** Row lock against writers, not against other readers of this kind. */
  String forShare();

  /**
   * Statements that move the rows of one batch (parameter 1 of each) into the results, each in the
   * order of the key.
   *
   * @param expectNew rows of the first revision may be taken as new; a key that is there already is
   *     then a {@link Fault#DUPLICATE}
   */
  List<String> publish(Tables tables, boolean expectNew);

  /**
   * An expression that, when a query selects it, lets the current transaction be acknowledged
   * before it is durable, where the database can do so. The next transaction without it makes both
   * durable, unless the server crashed in between and lost this one.
   */
  String acknowledgeEarly();

  /** Rows of one batch in the staging table. */
  long staged(Sql sql, Tables tables, String batchId) throws SQLException;

  /** What was taken out of the staging table. */
  record Removed(long rows, long checksum) {}

  /** Deletes the rows of one batch from the staging table. */
  Removed remove(Sql sql, Tables tables, String batchId) throws SQLException;

  /** For {@link #stage}: what constraints of the results refuse. */
  Refusals refusals(Sql sql, Tables tables) throws SQLException;

  /** Appends rows to the staging table in the current transaction, all or none. */
  void stage(Sql sql, Tables tables, Refusals refused, String batchId, List<EncodedRow> rows)
      throws SQLException;

  /** Writes rows straight to the results in the current transaction, all or none. */
  void upsert(Sql sql, Tables tables, List<EncodedRow> rows) throws SQLException;

  /** All tables, in the order in which they can be created. */
  List<String> createTables(Tables tables, WriteMode mode);

  /** Statements for a staging table that has just been created. */
  List<String> stagingStorage(Tables tables);

  /** The columns that the staging table has beside those of the results. */
  List<String> stagingColumns();

  Fault classify(SQLException error);

  /** Why a row was refused, the same each time it is tried: no batch ids, positions or zones. */
  String reason(SQLException error);
}
