package io.slackwater.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that is opened when needed and opened again after it broke. It keeps nothing in
 * the session between transactions (no settings, locks, temporary tables or server-side prepared
 * statements), so a pooler may give every transaction another server connection. Not thread-safe.
 */
final class DatabaseSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseSession.class);

  /**
   * What happens inside one transaction. It may run several times, also when an earlier run was
   * committed and only the answer got lost, so it must find out by itself what is already done.
   */
  interface Work<R> {
    R run(Sql sql) throws SQLException;
  }

  private final ConnectionFactory connections;
  private final SqlDialect dialect;
  private final RetryPolicy retry;
  private final Duration statementTimeout;
  private Connection connection;

  DatabaseSession(ConnectionFactory connections, SqlDialect dialect, JdbcTuning tuning) {
    this.connections = connections;
    this.dialect = dialect;
    this.retry = tuning.retry();
    this.statementTimeout = tuning.statementTimeout();
  }

  /**
   * Commits the work, waiting for a database that is away within the bounds of the retry policy.
   *
   * @throws SQLException the last error; nothing of the work is in the database, unless the
   *     connection broke during the commit itself
   */
  <R> R inTransaction(Work<R> work) throws SQLException, InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        return tryOnce(work);
      } catch (SQLException e) {
        if (dialect.classify(e) != Fault.PASSING || failures >= retry.attempts()) {
          throw e;
        }
        Duration pause = retry.pauseAfter(failures);
        LOG.info(
            "database: attempt {} of {} failed, next in {}: {}",
            failures,
            retry.attempts(),
            pause,
            e.getMessage());
        Thread.sleep(pause.toMillis());
      }
    }
  }

  private <R> R tryOnce(Work<R> work) throws SQLException {
    boolean committed = false;
    try {
      if (connection == null) {
        connection = connections.connect();
        connection.setAutoCommit(false);
      }
      R result = work.run(new Sql(connection, statementTimeout));
      connection.commit();
      committed = true;
      return result;
    } finally {
      if (!committed) {
        rollback();
      }
    }
  }

  /** The connection survives only if the server confirms the rollback. */
  private void rollback() {
    if (connection == null) {
      return;
    }
    try {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      LOG.debug("database: closing a broken connection", e);
      close();
    }
  }

  @Override
  public void close() {
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      try {
        closing.close();
      } catch (SQLException e) {
        LOG.debug("database: a broken connection did not close cleanly", e);
      }
    }
  }
}
