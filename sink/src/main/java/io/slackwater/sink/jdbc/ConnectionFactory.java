package io.slackwater.sink.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens sessions. The sink holds one per writing subtask and one per committer, and closes them.
 */
@FunctionalInterface
public interface ConnectionFactory extends Serializable {
  /** A new connection, in any autocommit state; the caller closes it. */
  Connection connect() throws SQLException;
}
