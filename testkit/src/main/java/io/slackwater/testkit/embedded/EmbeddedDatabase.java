package io.slackwater.testkit.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/**
 * A real PostgreSQL 16 as a child process, on 127.0.0.1 only, also when this JVM runs as root.
 *
 * <p>Port and data stay the same over {@link #stop} and {@link #restart}; {@link #close} deletes
 * the data. Not thread-safe.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  private static final String NAME = "postgres";

  private final TemporaryDirectory directory;
  private final int port;
  private final Map<String, String> settings;
  private EmbeddedPostgres server;

  private EmbeddedDatabase(TemporaryDirectory directory, int port, Map<String, String> settings) {
    this.directory = directory;
    this.port = port;
    this.settings = Map.copyOf(settings);
  }

  /** Starts with PostgreSQL's own settings; see {@link #start(Map)}. */
  public static EmbeddedDatabase start() {
    return start(Map.of());
  }

  /**
   * Starts and returns once the server answers.
   *
   * @param settings lines of {@code postgresql.conf}, such as {@code max_prepared_transactions}
   * @throws UncheckedIOException when the server does not start
   */
  public static EmbeddedDatabase start(Map<String, String> settings) {
    try {
      TemporaryDirectory directory = TemporaryDirectory.create("slackwater-postgres");
      EmbeddedDatabase database = new EmbeddedDatabase(directory, FreePort.find(), settings);
      try {
        database.restart();
      } catch (RuntimeException e) {
        directory.close();
        throw e;
      }
      return database;
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
    }
  }

  /** Without user or password: the server trusts local connections. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, NAME);
  }

  /** A superuser. */
  public String user() {
    return "postgres";
  }

  public int port() {
    return port;
  }

  /** An outage: sessions are terminated and new ones refused until {@link #restart}. */
  public void stop() {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException("the embedded PostgreSQL did not stop", e);
      }
      server = null;
    }
  }

  /** Stops if it runs, and starts again on the same port with the same data. */
  public void restart() {
    stop();
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(directory.path().resolve("data"))
            .setCleanDataDirectory(false)
            .setPort(port)
            .setPGStartupWait(Duration.ofSeconds(60))
            .setServerConfig("listen_addresses", "127.0.0.1");
    settings.forEach(builder::setServerConfig);
    try {
      server = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
    }
  }

  @Override
  public void close() {
    try (directory) {
      stop();
    }
  }
}
