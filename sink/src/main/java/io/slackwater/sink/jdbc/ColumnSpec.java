package io.slackwater.sink.jdbc;

import java.io.Serializable;

/**
 * One column of a results table.
 *
 * @param scale decimal places of a {@link ColumnType#NUMERIC} (0..38); 0 for every other type
 */
public record ColumnSpec(String name, ColumnType type, int scale, boolean nullable)
    implements Serializable {

  /**
   * @throws IllegalArgumentException for a name that cannot be quoted safely or a scale out of
   *     range
   */
  public ColumnSpec {
    Identifiers.check("column", name, Identifiers.LONGEST);
    if (name.startsWith(Tables.OWN_COLUMNS)) {
      throw new IllegalArgumentException(
          "column '%s': names that begin with '%s' are taken; choose another"
              .formatted(name, Tables.OWN_COLUMNS));
    }
    int largest = type == ColumnType.NUMERIC ? 38 : 0;
    if (scale < 0 || scale > largest) {
      throw new IllegalArgumentException(
          "column '%s' of type %s: scale %d is not in 0..%d".formatted(name, type, scale, largest));
    }
  }

  /** A column that always has a value. */
  public static ColumnSpec of(String name, ColumnType type) {
    return new ColumnSpec(name, type, 0, false);
  }

  /** An exact decimal that always has a value. */
  public static ColumnSpec numeric(String name, int scale) {
    return new ColumnSpec(name, ColumnType.NUMERIC, scale, false);
  }

  /** The same column, which may also be null. */
  public ColumnSpec orNull() {
    return new ColumnSpec(name, type, scale, true);
  }
}
