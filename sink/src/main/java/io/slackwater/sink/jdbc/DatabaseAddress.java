package io.slackwater.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.annotation.Nullable;

/**
 * Opens sessions by URL, with time limits on everything and nothing that a connection pooler in
 * transaction mode could not serve.
 *
 * @param url may name several hosts, and any property of the driver; a property there wins
 * @param socketTimeout a server that says nothing for this long is taken as gone
 */
public record DatabaseAddress(
    String url, @Nullable String user, @Nullable String password, Duration socketTimeout)
    implements ConnectionFactory {

  /** A server that says nothing for 90 s is taken as gone. */
  public DatabaseAddress(String url, @Nullable String user, @Nullable String password) {
    this(url, user, password, Duration.ofSeconds(90));
  }

  /**
   * @throws IllegalArgumentException for a URL of a database that the sink does not know
   */
  public DatabaseAddress {
    DatabaseKind.of(url);
  }

  DatabaseKind kind() {
    return DatabaseKind.of(url);
  }

  @Override
  public Connection connect() throws SQLException {
    Properties properties = kind().dialect().driverProperties(socketTimeout);
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    try {
      return kind().dialect().connect(url, properties);
    } catch (SQLException e) {
      throw UntrustedServer.isReasonOf(e)
          ? new SQLException("certificate refused: " + e.getMessage(), e.getSQLState(), e)
          : e;
    }
  }

  /** The URL may carry a password too, so neither is printed. */
  @Override
  public String toString() {
    return "DatabaseAddress[" + kind() + ", user=" + user + "]";
  }
}
