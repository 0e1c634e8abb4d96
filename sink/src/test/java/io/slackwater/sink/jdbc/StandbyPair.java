package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.testkit.embedded.EmbeddedDatabase;
import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL primary and its synchronous streaming standby. The standby is made by PostgreSQL's
 * low-level backup, so no program is needed beside the server's own.
 */
final class StandbyPair implements AutoCloseable {
  /** A standby must have room for what its primary has. */
  private static final String NEEDED_ON_BOTH =
      "SELECT name || ' = ' || setting FROM pg_settings WHERE name IN ('max_connections', 'max_worker_processes', 'max_wal_senders', 'max_prepared_transactions', 'max_locks_per_transaction')";

  private final EmbeddedDatabase primary;
  private final Path directory;
  private final int standbyPort;
  private final Process standby;
  private boolean failedOver;

  private StandbyPair(EmbeddedDatabase primary, Path directory) throws Exception {
    this.primary = primary;
    this.directory = directory;
    this.standbyPort = FreePort.find();
    this.standby = startStandby();
  }

  static StandbyPair start(Path directory) throws Exception {
    EmbeddedDatabase primary =
        // The embedded server acknowledges commits before they are written if nothing is said.
        EmbeddedDatabase.startHere(
            Map.of("fsync", "on", "synchronous_commit", "on", "wal_keep_size", "256MB"));
    try {
      StandbyPair pair = new StandbyPair(primary, directory);
      try {
        pair.streamSynchronously();
        return pair;
      } catch (Exception e) {
        pair.standby.destroyForcibly();
        throw e;
      }
    } catch (Exception e) {
      primary.close();
      throw e;
    }
  }

  private Process startStandby() throws Exception {
    Path data = directory.resolve("standby");
    String program = query("SELECT setting FROM pg_config WHERE name = 'BINDIR'").get(0);
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      // The session that began the backup has to end it.
      statement.execute("SELECT pg_backup_start('standby', true)");
      copy(Path.of(query("SHOW data_directory").get(0)), data);
      try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop()")) {
        label.next();
        Files.writeString(data.resolve("backup_label"), label.getString(1));
      }
    }
    Files.deleteIfExists(data.resolve("postmaster.pid"));
    Files.createFile(data.resolve("standby.signal"));
    List<String> settings = new ArrayList<>(query(NEEDED_ON_BOTH));
    settings.add(
        "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres application_name=standby'"
            .formatted(primary.port()));
    Files.write(data.resolve("postgresql.auto.conf"), settings);
    // The server refuses to run as root, and sees none in a user namespace of its own.
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(List.of(Path.of(program, "postgres").toString(), "-D", data.toString()));
    command.addAll(List.of("-p", Integer.toString(standbyPort), "-h", "127.0.0.1", "-k", ""));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("standby.log").toFile())
        .start();
  }

  /** Files that come and go while the server runs are not part of a backup. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        try {
          Files.copy(file, to.resolve(from.relativize(file)));
        } catch (NoSuchFileException e) {
          // gone since it was listed
        }
      }
    }
    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
  }

  private void streamSynchronously() throws SQLException {
    query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    query("SELECT pg_reload_conf()");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> query("SELECT sync_state FROM pg_stat_replication").equals(List.of("sync")));
  }

  /** Both hosts; the driver looks for the primary. */
  DatabaseAddress address() {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?targetServerType=primary"
            .formatted(primary.port(), standbyPort),
        primary.user(),
        null);
  }

  /** kill -9 of every process of the primary, and promotion of the standby. */
  void failOver() throws Exception {
    Path pidFile = Path.of(query("SHOW data_directory").get(0), "postmaster.pid");
    long postmaster = Long.parseLong(Files.readAllLines(pidFile, UTF_8).get(0).strip());
    ProcessHandle server = ProcessHandle.of(postmaster).orElseThrow();
    List<ProcessHandle> sessions = server.children().toList();
    server.destroyForcibly();
    sessions.forEach(ProcessHandle::destroyForcibly);
    server.onExit().get();
    failedOver = true;
    query("SELECT pg_promote()");
  }

  /** Nobody else reads or writes the table on this server until the connection ends. */
  Connection lock(String table) throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
    }
    return connection;
  }

  private Connection connect() throws SQLException {
    int port = failedOver ? standbyPort : primary.port();
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres", primary.user(), null);
  }

  /** Rows of the server that is the primary now, as text, columns joined by a bar. */
  List<String> query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      return statement.execute(sql) ? TestDatabase.rows(statement.getResultSet()) : List.of();
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> sessions = standby.children().toList();
    standby.destroyForcibly();
    sessions.forEach(ProcessHandle::destroyForcibly);
    standby.onExit().join();
    primary.close();
  }
}
