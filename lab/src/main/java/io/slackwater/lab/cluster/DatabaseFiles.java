package io.slackwater.lab.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a PostgreSQL cluster, and knows how to start a server on it. */
final class DatabaseFiles {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseFiles.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** PostgreSQL refuses to run as root: in a user namespace of its own it is nobody. */
  private static final List<String> AS_NOBODY = List.of("unshare", "-U");

  private DatabaseFiles() {}

  /** Unpacks the server where that has not been done, and makes an empty cluster. */
  static LabProcess create(Path data, int port) throws IOException {
    String program;
    try (EmbeddedPostgres once =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPort(port)
            .setPGStartupWait(PATIENCE)
            .setServerConfig("listen_addresses", "127.0.0.1")
            .start()) {
      LOG.debug("made {} on port {}", data, once.getPort());
      program = programOf(data);
    }
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(AS_NOBODY);
    }
    command.addAll(List.of(program, "-D", data.toString(), "-p", Integer.toString(port)));
    for (String setting :
        List.of("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60")) {
      command.addAll(List.of("-c", setting));
    }
    return LabProcess.notStarted(LabCluster.DATABASE, command);
  }

  /** The running server writes down what it was started with; the first word is its program. */
  private static String programOf(Path data) throws IOException {
    String options = Files.readString(data.resolve("postmaster.opts"));
    return options.substring(0, options.indexOf(' '));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
