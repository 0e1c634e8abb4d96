package io.slackwater.sink.jdbc;

import io.slackwater.testkit.embedded.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One PostgreSQL for all tests of this JVM, without prepared transactions. */
final class TestDatabase implements BeforeAllCallback {
  /** Not before a test runs: those that are skipped need none. */
  private static final class Running {
    static final EmbeddedDatabase SERVER =
        EmbeddedDatabase.start(Map.of("max_prepared_transactions", "0", "fsync", "off"));
  }

  /** Stopped after the last test of all classes. */
  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .getOrComputeIfAbsent(TestDatabase.class, key -> Running.SERVER);
  }

  static EmbeddedDatabase server() {
    return Running.SERVER;
  }

  static DatabaseAddress address() {
    return new DatabaseAddress(Running.SERVER.jdbcUrl(), Running.SERVER.user(), null);
  }

  /** Rows as text, columns joined by a bar. */
  static List<String> query(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(Running.SERVER.jdbcUrl(), Running.SERVER.user(), null);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  /** Rows as text, columns joined by a bar, of whatever database. */
  static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> fields = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        fields.add(result.getString(i));
      }
      rows.add(String.join("|", fields));
    }
    return rows;
  }

  static void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(Running.SERVER.jdbcUrl(), Running.SERVER.user(), null);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Sessions that the sink has open. */
  static List<String> sinkSessions() throws SQLException {
    return query(
        "SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'slackwater'");
  }
}
