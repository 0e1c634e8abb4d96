package io.slackwater.sink.jdbc;

import java.util.List;

/**
 * A table as far as the sink cares: as its DDL asks for it, or as a database has it.
 *
 * @param name as it is written in SQL, quoted
 * @param columns in their order; empty for a view
 * @param key names of the primary key's columns, in its order
 */
public record TableShape(String name, List<Column> columns, List<String> key) {
  /** Copies the lists. */
  public TableShape {
    columns = List.copyOf(columns);
    key = List.copyOf(key);
  }

  /**
   * A column.
   *
   * @param type in the database's own words, such as {@code numeric(38,2)}
   * @param checked whether a check guards it
   * @param filled whether the database fills it in when an insert leaves it out
   */
  public record Column(
      String name, String type, boolean nullable, boolean checked, boolean filled) {}
}
