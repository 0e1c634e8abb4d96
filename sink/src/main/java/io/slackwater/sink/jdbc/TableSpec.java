package io.slackwater.sink.jdbc;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * A results table: its columns in the order of {@link RowMapping}, its key, and the column that
 * says which of two rows with the same key is the newer one.
 *
 * @param name {@code table} or {@code schema.table}; case is kept, as all names are quoted
 * @param primaryKey names of columns, none nullable
 * @param revision an {@link ColumnType#INTEGER} or {@link ColumnType#BIGINT} column: a row never
 *     replaces one with a higher revision. Null: the row published last wins
 */
public record TableSpec(
    String name, List<ColumnSpec> columns, List<String> primaryKey, @Nullable String revision)
    implements Serializable {

  /** Room for the longest suffix of the sink's own tables within the database's limit. */
  static final int LONGEST_NAME = Identifiers.LONGEST - Tables.LONGEST_SUFFIX;

  /**
   * @throws IllegalArgumentException when a name is not allowed or the parts contradict each other
   */
  public TableSpec {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    String[] parts = name.split("\\.", -1);
    if (parts.length > 2) {
      throw new IllegalArgumentException(
          "table name '%s' is not allowed: write table or schema.table".formatted(name));
    }
    for (String part : parts) {
      Identifiers.check("table", part, LONGEST_NAME);
    }
    Set<String> names = new HashSet<>();
    for (ColumnSpec column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "table '%s': column '%s' is there twice".formatted(name, column.name()));
      }
    }
    if (primaryKey.isEmpty()) {
      throw new IllegalArgumentException("table '%s' needs a primary key".formatted(name));
    }
    for (String key : primaryKey) {
      if (find(columns, name, key).nullable()) {
        throw new IllegalArgumentException(
            "table '%s': key column '%s' must not be nullable".formatted(name, key));
      }
    }
    checkRevision(name, columns, primaryKey, revision);
  }

  private static void checkRevision(
      String name, List<ColumnSpec> columns, List<String> key, @Nullable String revision) {
    if (revision == null) {
      return;
    }
    ColumnSpec column = find(columns, name, revision);
    boolean counts = column.type() == ColumnType.INTEGER || column.type() == ColumnType.BIGINT;
    if (!counts || column.nullable() || key.contains(revision)) {
      throw new IllegalArgumentException(
          "table '%s': revision column '%s' must be an INTEGER or BIGINT outside the key and not nullable"
              .formatted(name, revision));
    }
  }

  private static ColumnSpec find(List<ColumnSpec> columns, String table, String column) {
    return columns.stream()
        .filter(c -> c.name().equals(column))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "table '%s' has no column '%s'".formatted(table, column)));
  }

  List<String> columnNames() {
    return columns.stream().map(ColumnSpec::name).toList();
  }

  boolean isKey(ColumnSpec column) {
    return primaryKey.contains(column.name());
  }
}
