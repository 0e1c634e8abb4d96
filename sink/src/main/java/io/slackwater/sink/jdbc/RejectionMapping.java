package io.slackwater.sink.jdbc;

import java.io.Serializable;

/** Makes the record of the rejected stream out of a row that the database would not take. */
@FunctionalInterface
public interface RejectionMapping<T, R> extends Serializable {
  /**
   * @param reason one line, the database's own words where it had any
   */
  R rejected(T row, String reason);
}
