package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.testkit.embedded.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The MariaDB or MySQL of this machine, if there is one, on data of its own. */
final class MariaDbServer implements AutoCloseable {
  private static final Path SERVER = Path.of("/usr/sbin/mariadbd");
  private static final Path INSTALLER = Path.of("/usr/bin/mariadb-install-db");

  /** Debian's MariaDB has a link of this name, too. */
  private static final Path MYSQL =
      Path.of(System.getProperty("slackwater.mysqld", "/usr/sbin/mysqld"));

  private final Process process;
  private final String scheme;
  private final int port;

  private MariaDbServer(Process process, String scheme, int port) {
    this.process = process;
    this.scheme = scheme;
    this.port = port;
  }

  static boolean isInstalled() {
    return Stream.of(SERVER, INSTALLER).allMatch(Files::isExecutable);
  }

  static boolean isMySqlInstalled() throws IOException {
    if (!Files.isExecutable(MYSQL)) {
      return false;
    }
    Process version = new ProcessBuilder(MYSQL.toString(), "--version").start();
    try (InputStream out = version.getInputStream()) {
      return !new String(out.readAllBytes(), UTF_8).contains("MariaDB");
    }
  }

  static MariaDbServer start(Path directory) throws Exception {
    File log = directory.resolve("server.log").toFile();
    Path data = directory.resolve("data");
    run(log, INSTALLER, "--no-defaults", "--datadir=" + data, "--user=root", "--skip-test-db")
        .waitFor();
    return start("mariadb", SERVER, directory, "--skip-grant-tables");
  }

  static MariaDbServer startMySql(Path directory) throws Exception {
    File log = directory.resolve("server.log").toFile();
    Path data = directory.resolve("data");
    run(log, MYSQL, "--no-defaults", "--initialize-insecure", "--datadir=" + data, "--user=root")
        .waitFor();
    return start("mysql", MYSQL, directory, "--mysqlx=OFF");
  }

  private static MariaDbServer start(String scheme, Path program, Path directory, String option)
      throws Exception {
    int port = FreePort.find();
    Process process =
        run(
            directory.resolve("server.log").toFile(),
            program,
            "--no-defaults",
            "--datadir=" + directory.resolve("data"),
            "--user=root",
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + directory.resolve("socket"),
            option);
    MariaDbServer server = new MariaDbServer(process, scheme, port);
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(() -> server.query("SELECT 1").equals(List.of("1")));
      server.execute("CREATE DATABASE slackwater");
      return server;
    } catch (RuntimeException | SQLException e) {
      server.close();
      throw e;
    }
  }

  private static Process run(File log, Path program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }

  private String url(String database) {
    return "jdbc:%s://127.0.0.1:%d/%s".formatted(scheme, port, database);
  }

  DatabaseAddress address() {
    return new DatabaseAddress(url("slackwater"), "root", null);
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Rows as text, columns joined by a bar. */
  List<String> query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return TestDatabase.rows(result);
    }
  }

  private Connection connect() throws SQLException {
    return new DatabaseAddress(url(""), "root", null).connect();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
