package io.slackwater.testkit.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

class EmbeddedDatabaseIT {
  private static EmbeddedDatabase database;

  @BeforeAll
  static void startServer() {
    database = EmbeddedDatabase.start(Map.of("max_prepared_transactions", "3"));
  }

  @AfterAll
  static void stopServer() {
    database.close();
  }

  @Test
  void serverIsPostgres16WithTheGivenSettings() throws SQLException {
    assertThat(query("SHOW server_version")).startsWith("16.");
    assertThat(query("SHOW max_prepared_transactions")).isEqualTo("3");
  }

  @Test
  @DisabledIfSystemProperty(
      named = "slackwater.servers",
      matches = "containers",
      disabledReason = "inside a container it listens on all addresses, of which one is published")
  void serverListensOnLoopbackOnly() throws SQLException {
    assertThat(query("SHOW listen_addresses")).isEqualTo("127.0.0.1");
  }

  @Test
  void rowsSurviveAnOutageOnTheSamePort() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE survivor AS SELECT 42 AS answer");
    }
    String before = database.jdbcUrl();
    database.stop();

    assertThatThrownBy(EmbeddedDatabaseIT::connect).isInstanceOf(SQLException.class);

    database.restart();

    assertThat(database.jdbcUrl()).isEqualTo(before);
    assertThat(query("SELECT answer FROM survivor")).isEqualTo("42");
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl(), database.user(), "");
  }
}
