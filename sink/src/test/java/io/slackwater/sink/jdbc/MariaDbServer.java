package io.slackwater.sink.jdbc;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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

/** The MariaDB of this machine, if there is one, on data of its own. */
final class MariaDbServer implements AutoCloseable {
  private static final Path SERVER = Path.of("/usr/sbin/mariadbd");
  private static final Path INSTALLER = Path.of("/usr/bin/mariadb-install-db");

  private final Process process;
  private final int port;

  private MariaDbServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static boolean isInstalled() {
    return Stream.of(SERVER, INSTALLER).allMatch(Files::isExecutable);
  }

  static MariaDbServer start(Path directory) throws Exception {
    File log = directory.resolve("server.log").toFile();
    Path data = directory.resolve("data");
    run(log, INSTALLER, "--no-defaults", "--datadir=" + data, "--user=root", "--skip-test-db")
        .waitFor();
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Process process =
        run(
            log,
            SERVER,
            "--no-defaults",
            "--datadir=" + data,
            "--user=root",
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + directory.resolve("socket"),
            "--skip-grant-tables");
    MariaDbServer server = new MariaDbServer(process, port);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(() -> server.query("SELECT 1").equals(List.of("1")));
    server.execute("CREATE DATABASE slackwater");
    return server;
  }

  private static Process run(File log, Path program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }

  DatabaseAddress address() {
    return new DatabaseAddress("jdbc:mariadb://127.0.0.1:" + port + "/slackwater", "root", null);
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
  }

  private Connection connect() throws SQLException {
    return new DatabaseAddress("jdbc:mariadb://127.0.0.1:" + port + "/", "root", null).connect();
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
