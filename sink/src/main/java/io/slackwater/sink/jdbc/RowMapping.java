package io.slackwater.sink.jdbc;

import java.io.Serializable;

/** Turns a record of the stream into a row of the table. */
@FunctionalInterface
public interface RowMapping<T> extends Serializable {
  /**
   * One value per column of {@link TableSpec#columns()}, of the type that {@link ColumnType} says.
   */
  Object[] values(T row);
}
