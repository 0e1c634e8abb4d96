package io.slackwater.testkit.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** PostgreSQL as a child process. */
final class PostgresProcess implements Server {
  private final TemporaryDirectory directory;
  private final int port;
  private final Map<String, String> settings;
  private EmbeddedPostgres server;

  private PostgresProcess(TemporaryDirectory directory, int port, Map<String, String> settings) {
    this.directory = directory;
    this.port = port;
    this.settings = Map.copyOf(settings);
  }

  static Server create(Map<String, String> settings) throws IOException {
    TemporaryDirectory directory = TemporaryDirectory.create("slackwater-postgres");
    return new PostgresProcess(directory, FreePort.find(), settings);
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() {
    if (server != null) {
      return;
    }
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

  @Override
  public void close() {
    try (directory) {
      stop();
    }
  }
}
