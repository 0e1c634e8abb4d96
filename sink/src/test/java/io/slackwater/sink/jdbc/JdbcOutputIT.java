package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it in Flink itself: rescaled by savepoint to 4, 2, 8, 1 and 3, then drained. */
@ExtendWith(TestDatabase.class)
class JdbcOutputIT {
  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(METRICS.addToConfiguration(new Configuration()))
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
      SalesJob.awaitRowsPublished("rescaled", parallelism);
      boolean drain = parallelism == 3;
      savepoint =
          client
              .stopWithSavepoint(drain, savepoints.toString(), SavepointFormatType.CANONICAL)
              .get(1, TimeUnit.MINUTES);
      long earlier = published;
      published = published();
      assertThat(counted(client, "stagedRows")).isGreaterThanOrEqualTo(published - earlier);
      assertThat(counted(client, "publishedRows")).isEqualTo(published - earlier);
      assertThat(counted(client, "commitSecondsBucket")).isPositive();
      assertThat(TestDatabase.query(Sales.select("rescaled"))).isEqualTo(Sales.model(published));
    }
    assertThat(TestDatabase.query("SELECT * FROM rescaled_staging")).isEmpty();
    assertThat(
            TestDatabase.query(
                "SELECT writer, complete_through AT TIME ZONE 'UTC' FROM rescaled_progress"))
        .isEqualTo(List.of("main|9999-12-31 23:59:59"));
    await().untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEmpty());
  }

  @Test
  void batchExecutionSweepsWhatAKilledRunHasLeft() throws Exception {
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "once", TestDatabase.address(), Sales.table("batch"), WriteMode.TWO_PHASE);
    Ddl.createIfMissing(config);
    RowEncoder encoder = new RowEncoder(config.table(), config.database().dialect());
    StagingWriter killed =
        new StagingWriter(
            config, new Attempt("job", "killed", 0, 1), UUID::randomUUID, Clock.systemUTC());
    killed.open();
    killed.load(List.of(encoder.encode(0, Sales.values(7L))));
    killed.close();
    assertThat(TestDatabase.query("SELECT slackwater_rows FROM batch_staging"))
        .isEqualTo(List.of("1"));

    Configuration settings = new Configuration();
    settings.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    env.setParallelism(1);
    JdbcOutput.attach(
            env.fromSequence(0, 199),
            config,
            Sales::values,
            new RejectedRows<>((n, reason) -> reason, Types.STRING),
            "once")
        .print();
    env.execute();

    assertThat(TestDatabase.query(Sales.select("batch"))).isEqualTo(Sales.model(200));
    assertThat(TestDatabase.query("SELECT * FROM batch_staging")).isEmpty();
    assertThat(
            TestDatabase.query(
                "SELECT attempt = 'killed', row_count, swept_at IS NOT NULL FROM batch_ledger ORDER BY staged_at"))
        .isEqualTo(List.of("t|null|t", "f|200|f"));
  }

  /** Over all subtasks. */
  private static long counted(JobClient client, String metric) {
    String job = client.getJobID().toString();
    return METRICS.getMetricsByGroup().entrySet().stream()
        .filter(group -> job.equals(group.getKey().getAllVariables().get("<job_id>")))
        .map(group -> group.getValue().get(metric))
        .filter(Counter.class::isInstance)
        .mapToLong(counter -> ((Counter) counter).getCount())
        .sum();
  }

  /** Rows that went through the ledger, published ones only. */
  private static long published() throws Exception {
    return Long.parseLong(
        TestDatabase.query(
                "SELECT coalesce(sum(row_count), 0) FROM rescaled_ledger WHERE published_at IS NOT NULL")
            .get(0));
  }
}
