package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of the whole JVM in the middle of everything, and on from the last checkpoint. */
@ExtendWith(TestDatabase.class)
class KilledProcessIT {
  @TempDir Path checkpoints;

  @Test
  void killedProcessesLeaveNothingDoubleAndNothingOut() throws Exception {
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "main", TestDatabase.address(), Sales.table("killed"), WriteMode.TWO_PHASE);
    Ddl.createIfMissing(config);
    for (int parallelism : List.of(4, 2, 8)) {
      Process process = start(parallelism, latestCheckpoint());
      try {
        SalesJob.awaitRowsPublished("killed", parallelism);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    JobClient last = SalesJob.start(SalesJob.settings(latestCheckpoint()), config, 1);
    boolean stopped = false;
    try {
      SalesJob.awaitRowsPublished("killed", 1);
      last.stopWithSavepoint(true, checkpoints.toString(), SavepointFormatType.CANONICAL)
          .get(1, TimeUnit.MINUTES);
      stopped = true;
    } finally {
      // A job that has stopped takes its cluster with it, which then knows no cancel.
      if (!stopped) {
        last.cancel().join();
      }
    }
    assertThat(TestDatabase.query(Sales.select("killed"))).isEqualTo(Sales.model(rows()));
    assertThat(TestDatabase.query("SELECT * FROM killed_staging")).isEmpty();
    assertThat(TestDatabase.query("SELECT * FROM pg_prepared_xacts")).isEmpty();
    await().untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEmpty());
  }

  private Process start(int parallelism, String restoreFrom) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SalesProcess.class.getName(), "killed"));
    command.addAll(List.of(TestDatabase.server().jdbcUrl(), checkpoints.toUri().toString()));
    command.add(Integer.toString(parallelism));
    if (restoreFrom != null) {
      command.add(restoreFrom);
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(new File("target/killed-process-" + parallelism + ".log"))
        .start();
  }

  /** Null before the first. */
  private String latestCheckpoint() throws IOException {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(path -> path.endsWith("_metadata"))
          .map(Path::getParent)
          .max(Comparator.comparingLong(KilledProcessIT::modified))
          .map(path -> path.toUri().toString())
          .orElse(null);
    }
  }

  private static long modified(Path path) {
    return path.toFile().lastModified();
  }

  /** Numbers are handed out without gaps, so the highest one says how many there were. */
  private static long rows() throws Exception {
    return Long.parseLong(TestDatabase.query("SELECT max(orders) + 1 FROM killed").get(0));
  }
}
