package io.slackwater.sink.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Looks at a database with the sink's own eyes and changes nothing in it. */
public final class DatabaseInspection {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);

  private DatabaseInspection() {}

  /**
   * Opens one connection, without trying again, and asks.
   *
   * @throws IllegalStateException in one line without secrets, when the database cannot be asked
   */
  public static DatabaseFacts look(JdbcSinkConfig config) {
    List<TableShape> needed =
        DdlShapes.of(config.database().dialect().createTables(config.tables(), config.mode()));
    try (Connection connection = config.connections().connect()) {
      connection.setAutoCommit(true);
      Sql sql = new Sql(connection, STATEMENT_TIMEOUT);
      return config.database() == DatabaseKind.POSTGRESQL
          ? ask(sql, new PostgresCatalog(sql), needed, config.tables())
          : ask(sql, new MariaDbCatalog(sql), needed, config.tables());
    } catch (SQLException e) {
      throw new IllegalStateException(OneLine.of(e.getMessage()), e);
    }
  }

  /**
   * Opens one connection and closes it again. A database that is away passes, as the sink waits for
   * it; for a password it would wait in vain.
   *
   * @throws IllegalStateException in one line without secrets, when the database refuses this user,
   *     or has a certificate that is not trusted
   */
  public static void requireAdmission(JdbcSinkConfig config) {
    try (Connection connection = config.connections().connect()) {
      connection.setReadOnly(true);
    } catch (SQLException e) {
      if (config.database().dialect().classify(e) == Fault.LASTING) {
        throw new IllegalStateException(
            "the database cannot be entered: %s; check results.jdbc.url, .user and .password"
                .formatted(OneLine.of(e.getMessage())),
            e);
      }
    }
  }

  private static DatabaseFacts ask(Sql sql, Catalog catalog, List<TableShape> needed, Tables names)
      throws SQLException {
    DatabaseMetaData server = sql.connection().getMetaData();
    List<DatabaseFacts.Table> tables = new ArrayList<>();
    for (TableShape shape : needed) {
      tables.add(catalog.table(shape, privileges(shape.name(), names)));
    }
    Optional<String> synchronousCommit = catalog.synchronousCommit();
    OptionalInt free = catalog.freeConnections();
    boolean readOnly = catalog.isReadOnly();
    long asked = System.currentTimeMillis();
    long now = catalog.nowMillis();
    return new DatabaseFacts(
        server.getDatabaseProductName() + " " + server.getDatabaseProductVersion(),
        readOnly,
        now,
        asked,
        System.currentTimeMillis(),
        synchronousCommit,
        free,
        tables);
  }

  /** What the statements of this package do with a table; a row lock needs UPDATE. */
  private static List<String> privileges(String table, Tables names) {
    if (table.equals(names.progress())) {
      return List.of("SELECT");
    }
    if (table.equals(names.staging())) {
      return List.of("SELECT", "INSERT", "DELETE");
    }
    return table.equals(names.ledger()) || table.equals(names.part())
        ? List.of("SELECT", "INSERT", "UPDATE", "DELETE")
        : List.of("SELECT", "INSERT", "UPDATE");
  }

  /** Where a kind of database keeps what is asked for. */
  interface Catalog {
    DatabaseFacts.Table table(TableShape needed, List<String> privileges) throws SQLException;

    Optional<String> synchronousCommit() throws SQLException;

    OptionalInt freeConnections() throws SQLException;

    boolean isReadOnly() throws SQLException;

    long nowMillis() throws SQLException;
  }
}
