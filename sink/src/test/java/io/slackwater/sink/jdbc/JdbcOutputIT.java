package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it in Flink itself: rescaled by savepoint to 4, 2, 8, 1 and 3, then drained. */
@ExtendWith(TestDatabase.class)
class JdbcOutputIT {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(8)
              .build());

  @TempDir Path savepoints;

  @Test
  void rescaledBySavepointItWritesEveryRowOnce() throws Exception {
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "main", TestDatabase.address(), Sales.table("rescaled"), WriteMode.TWO_PHASE);
    Ddl.createIfMissing(config);
    String savepoint = null;
    long published = 0;
    for (int parallelism : List.of(4, 2, 8, 1, 3)) {
      JobClient client = SalesJob.start(SalesJob.settings(savepoint), config, parallelism);
      long before = published;
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(published()).isGreaterThan(before + 500));
      boolean drain = parallelism == 3;
      savepoint =
          client
              .stopWithSavepoint(drain, savepoints.toString(), SavepointFormatType.CANONICAL)
              .get(1, TimeUnit.MINUTES);
      published = published();
      assertThat(TestDatabase.query(Sales.select("rescaled"))).isEqualTo(Sales.model(published));
    }
    assertThat(TestDatabase.query("SELECT * FROM rescaled_staging")).isEmpty();
    assertThat(
            TestDatabase.query(
                "SELECT writer, complete_through AT TIME ZONE 'UTC' FROM rescaled_progress"))
        .isEqualTo(List.of("main|9999-12-31 23:59:59"));
    await().untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEmpty());
  }

  /** Rows that went through the ledger, published ones only. */
  private static long published() throws Exception {
    return Long.parseLong(
        TestDatabase.query(
                "SELECT coalesce(sum(row_count), 0) FROM rescaled_ledger WHERE published_at IS NOT NULL")
            .get(0));
  }
}
