package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** pgbouncer gives every transaction another server session. */
@ExtendWith(TestDatabase.class)
class PoolerIT {
  private static final Path POOLER = Path.of("/usr/sbin/pgbouncer");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void nothingDependsOnTheSession(WriteMode mode) throws Exception {
    assumeTrue(
        Files.isExecutable(POOLER),
        "no /usr/sbin/pgbouncer on this machine: transaction pooling is not tested here");
    String table = "pooled_" + mode.name().toLowerCase(Locale.ROOT);
    Process pooler;
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    pooler = start(port);
    try {
      DatabaseAddress address =
          new DatabaseAddress(
              "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", null);
      JdbcSinkConfig config = JdbcSinkConfig.of("main", address, Sales.table(table), mode);
      Ddl.createIfMissing(config); // retries until the pooler answers
      JobID id = new JobID();
      HarnessJob.Snapshot snapshot;
      try (HarnessJob<Long> job =
          new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), 4, null)) {
        job.rows(LongStream.range(0, 40), n -> n);
        snapshot = job.prepare(1);
      }
      try (HarnessJob<Long> job =
          new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), 3, snapshot)) {
        job.rows(LongStream.range(40, 90), n -> n);
        job.prepare(2);
        job.complete(2);
      }
    } finally {
      pooler.destroyForcibly().waitFor();
    }
    assertThat(TestDatabase.query(Sales.select(table))).isEqualTo(Sales.model(90));
  }

  private Process start(int port) throws Exception {
    Path users = directory.resolve("users.txt");
    Files.writeString(users, "\"postgres\" \"\"\n");
    Path settings = directory.resolve("pgbouncer.ini");
    Files.writeString(
        settings,
        """
        [databases]
        postgres = host=127.0.0.1 port=%d user=postgres
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        auth_file = %s
        pool_mode = transaction
        server_round_robin = 1
        default_pool_size = 3
        min_pool_size = 3
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(TestDatabase.server().port(), port, users));
    directory.toFile().setExecutable(true, false);
    directory.toFile().setReadable(true, false);
    return new ProcessBuilder(POOLER.toString(), "-u", "nobody", settings.toString())
        .redirectErrorStream(true)
        .redirectOutput(new File("target/pgbouncer.log"))
        .start();
  }
}
