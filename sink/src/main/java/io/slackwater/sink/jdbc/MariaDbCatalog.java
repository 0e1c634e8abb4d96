package io.slackwater.sink.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The catalog of MariaDB and MySQL. They cannot be asked what a user may do with a table, other
 * than by reading grants of roles and wildcards, so privileges stay open.
 */
record MariaDbCatalog(Sql sql) implements DatabaseInspection.Catalog {
  /** MariaDB writes the default of a nullable column out as NULL, MySQL has none. */
  private static final String COLUMNS =
      """
      SELECT column_name, column_type, is_nullable = 'YES',
             COALESCE(column_default, 'NULL') <> 'NULL' OR extra <> ''
      FROM information_schema.columns
      WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ? ORDER BY ordinal_position""";

  private static final String KEY =
      """
      SELECT column_name FROM information_schema.key_column_usage
      WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?
        AND constraint_name = 'PRIMARY' ORDER BY ordinal_position""";

  @Override
  public DatabaseFacts.Table table(TableShape needed, List<String> privileges) throws SQLException {
    String[] parts = needed.name().replace("`", "").split("\\.", -1);
    String schema = parts.length == 2 ? parts[0] : null;
    String name = parts[parts.length - 1];
    List<TableShape.Column> columns = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(COLUMNS, schema, name);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        columns.add(
            new TableShape.Column(
                row.getString(1),
                DdlShapes.type(row.getString(2)),
                row.getBoolean(3),
                false,
                row.getBoolean(4)));
      }
    }
    if (columns.isEmpty()) {
      return new DatabaseFacts.Table(needed, null, null);
    }
    TableShape found =
        needed.columns().isEmpty()
            ? needed
            : new TableShape(needed.name(), columns, key(schema, name));
    return new DatabaseFacts.Table(needed, found, null);
  }

  private List<String> key(String schema, String name) throws SQLException {
    List<String> key = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(KEY, schema, name);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        key.add(row.getString(1));
      }
    }
    return key;
  }

  @Override
  public Optional<String> synchronousCommit() {
    return Optional.empty();
  }

  @Override
  public OptionalInt freeConnections() {
    return OptionalInt.empty();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return sql.first("SELECT @@global.read_only", row -> row.getBoolean(1)).orElse(false);
  }

  @Override
  public long nowMillis() throws SQLException {
    return sql.first("SELECT FLOOR(UNIX_TIMESTAMP(NOW(6)) * 1000)", row -> row.getLong(1))
        .orElseThrow();
  }
}
