package io.slackwater.sink.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** PostgreSQL's catalog. */
record PostgresCatalog(Sql sql) implements DatabaseInspection.Catalog {
  private static final String COLUMNS =
      """
      SELECT a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull,
             EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conrelid = a.attrelid
                     AND c.contype = 'c' AND a.attnum = ANY (c.conkey)),
             a.atthasdef OR a.attidentity <> ''
      FROM pg_attribute a
      WHERE a.attrelid = ? AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum""";

  private static final String KEY =
      """
      SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid
      WHERE i.indrelid = ? AND i.indisprimary AND a.attnum = ANY (i.indkey)
      ORDER BY array_position(i.indkey::int2[], a.attnum)""";

  /** A server's slots are the limit, or what a role or a database was given, if that is less. */
  private static final String FREE =
      """
      SELECT LEAST(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
        (SELECT CASE WHEN rolconnlimit < 0 THEN 1000000 ELSE rolconnlimit
           - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user) END
         FROM pg_roles WHERE rolname = current_user),
        (SELECT CASE WHEN datconnlimit < 0 THEN 1000000 ELSE datconnlimit
           - (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) END
         FROM pg_database WHERE datname = current_database())) + 1""";

  @Override
  public DatabaseFacts.Table table(TableShape needed, List<String> privileges) throws SQLException {
    Optional<Long> id =
        sql.first(
            "SELECT CAST(to_regclass(?) AS oid)",
            row -> row.getObject(1) == null ? null : row.getLong(1),
            needed.name());
    if (id.isEmpty()) {
      return new DatabaseFacts.Table(needed, null, null);
    }
    List<String> missing = new ArrayList<>();
    for (String privilege : privileges) {
      boolean granted =
          sql.first(
                  "SELECT has_table_privilege(CAST(? AS oid), ?)",
                  row -> row.getBoolean(1),
                  id.get(),
                  privilege)
              .orElse(false);
      if (!granted) {
        missing.add(privilege);
      }
    }
    TableShape found =
        needed.columns().isEmpty()
            ? needed
            : new TableShape(needed.name(), columns(id.get()), key(id.get()));
    return new DatabaseFacts.Table(needed, found, missing);
  }

  private List<TableShape.Column> columns(long table) throws SQLException {
    List<TableShape.Column> columns = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(COLUMNS, table);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        columns.add(
            new TableShape.Column(
                row.getString(1),
                DdlShapes.type(row.getString(2)),
                row.getBoolean(3),
                row.getBoolean(4),
                row.getBoolean(5)));
      }
    }
    return columns;
  }

  private List<String> key(long table) throws SQLException {
    List<String> key = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(KEY, table);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        key.add(row.getString(1));
      }
    }
    return key;
  }

  /** Of this session: what the server, the database, the role or the URL's options have set. */
  @Override
  public Optional<String> synchronousCommit() throws SQLException {
    return sql.first("SHOW synchronous_commit", row -> row.getString(1));
  }

  @Override
  public OptionalInt freeConnections() throws SQLException {
    return OptionalInt.of(sql.first(FREE, row -> row.getInt(1)).orElseThrow());
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return sql.first(
            "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'",
            row -> row.getBoolean(1))
        .orElse(false);
  }

  @Override
  public long nowMillis() throws SQLException {
    return sql.first(
            "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)", row -> row.getLong(1))
        .orElseThrow();
  }
}
