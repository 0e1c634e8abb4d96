package io.slackwater.testkit.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A real PostgreSQL 16 as a child process, on 127.0.0.1 only, also when this JVM runs as root; in a
 * container where {@code slackwater.servers} says so.
 *
 * <p>Port and data stay the same over {@link #stop} and {@link #restart}; {@link #close} deletes
 * the data. Not thread-safe.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  private static final String NAME = "postgres";

  private final Server server;

  private EmbeddedDatabase(Server server) {
    this.server = server;
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
    return start(settings, ServerChoice.isContainers());
  }

  /** The same, always on this machine: for settings that name files of it. */
  public static EmbeddedDatabase startHere(Map<String, String> settings) {
    return start(settings, false);
  }

  private static EmbeddedDatabase start(Map<String, String> settings, boolean inContainer) {
    try {
      Server server =
          inContainer ? ContainerServer.postgres(settings) : PostgresProcess.create(settings);
      try {
        server.start();
      } catch (RuntimeException e) {
        server.close();
        throw e;
      }
      return new EmbeddedDatabase(server);
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
    }
  }

  /** Without user or password: the server trusts local connections. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), NAME);
  }

  /** A superuser. */
  public String user() {
    return "postgres";
  }

  public int port() {
    return server.port();
  }

  /** An outage: sessions are terminated and new ones refused until {@link #restart}. */
  public void stop() {
    server.stop();
  }

  /** Stops if it runs, and starts again on the same port with the same data. */
  public void restart() {
    server.stop();
    server.start();
  }

  @Override
  public void close() {
    server.close();
  }
}
