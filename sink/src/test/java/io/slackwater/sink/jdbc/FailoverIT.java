package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of the primary, promotion of its synchronous standby, and the sink goes on there. */
@Tag("long")
class FailoverIT {
  @TempDir Path directory;
  private StandbyPair servers;

  @BeforeEach
  void start() throws Exception {
    servers = StandbyPair.start(directory);
  }

  @AfterEach
  void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  private JdbcSinkConfig created(int chunkRows) throws Exception {
    JdbcSinkConfig config =
        new JdbcSinkConfig(
            "main",
            DatabaseKind.POSTGRESQL,
            servers.address(),
            Sales.table("sales"),
            WriteMode.TWO_PHASE,
            new JdbcTuning(
                chunkRows,
                1 << 20,
                Duration.ofMinutes(1),
                Duration.ofDays(30),
                RetryPolicy.DEFAULT));
    Ddl.createIfMissing(config);
    return config;
  }

  private static HarnessJob<Long> job(JobID id, JdbcSinkConfig config, HarnessJob.Snapshot restored)
      throws Exception {
    return new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), 1, restored);
  }

  /** The primary dies as soon as a session waits for the lock on the table, in its transaction. */
  private FutureTask<Void> failOverWhenWaitingFor(String table) {
    String waiting =
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '%s'::regclass"
            .formatted(table);
    FutureTask<Void> failover =
        new FutureTask<>(
            () -> {
              await().until(() -> servers.query(waiting).equals(List.of("1")));
              servers.failOver();
              return null;
            });
    new Thread(failover).start();
    return failover;
  }

  private void assertPublished(long rows) throws Exception {
    assertThat(servers.query(Sales.select("sales"))).isEqualTo(Sales.model(rows));
    assertThat(servers.query("SELECT * FROM sales_staging")).isEmpty();
  }

  @Test
  void publicationIsDoneAgainOnTheNewPrimary() throws Exception {
    JdbcSinkConfig config = created(5);
    try (HarnessJob<Long> job = job(new JobID(), config, null)) {
      job.rows(LongStream.range(0, 40), n -> n);
      job.prepare(1);
      job.complete(1);
      job.rows(LongStream.range(40, 90), n -> n);
      job.prepare(2);
      try (Connection lock = servers.lock("sales")) {
        assertThat(lock.isClosed()).isFalse();
        FutureTask<Void> failover = failOverWhenWaitingFor("sales");
        job.complete(2);
        failover.get();
      }
    }
    assertPublished(90);
  }

  /** Chunks are acknowledged before the standby has them, so the epoch may have to be repeated. */
  @Test
  void epochIsStagedWholeOrFoundWantingBeforeTheBarrier() throws Exception {
    JdbcSinkConfig config = created(5);
    JobID id = new JobID();
    HarnessJob.Snapshot first = null;
    boolean whole = false;
    try (HarnessJob<Long> job = job(id, config, null)) {
      job.rows(LongStream.range(0, 40), n -> n);
      first = job.prepare(1);
      job.complete(1);
      job.rows(LongStream.range(40, 60), n -> n);
      try (Connection lock = servers.lock("sales_staging")) {
        assertThat(lock.isClosed()).isFalse();
        FutureTask<Void> failover = failOverWhenWaitingFor("sales_staging");
        job.rows(LongStream.range(60, 90), n -> n);
        failover.get();
      }
      job.prepare(2);
      whole = true;
      job.complete(2);
    } catch (SQLException e) {
      assertThat(e.getMessage())
          .contains("staged rows are gone that the database had acknowledged");
    }
    if (!whole) { // as Flink does
      try (HarnessJob<Long> job = job(id, config, first)) {
        job.rows(LongStream.range(40, 90), n -> n);
        job.prepare(2);
        job.complete(2);
      }
    }
    assertPublished(90);
  }

  @Test
  void jobGoesOnByItself() throws Exception {
    JdbcSinkConfig config = created(100);
    Configuration settings = SalesJob.settings(null);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
    JobClient job = SalesJob.start(settings, config, 2);
    boolean stopped = false;
    try {
      awaitPublished(2_000);
      servers.failOver();
      awaitPublished(published() + 2_000);
      job.stopWithSavepoint(true, directory.toUri().toString(), SavepointFormatType.CANONICAL)
          .get(1, TimeUnit.MINUTES);
      stopped = true;
    } finally {
      // A job that has stopped takes its cluster with it, which then knows no cancel.
      if (!stopped) {
        job.cancel().join();
      }
    }
    assertPublished(Long.parseLong(servers.query("SELECT max(orders) + 1 FROM sales").get(0)));
  }

  private void awaitPublished(long rows) {
    await().atMost(Duration.ofMinutes(4)).until(() -> published() >= rows);
  }

  private long published() throws SQLException {
    return Long.parseLong(
        servers
            .query(
                "SELECT coalesce(sum(row_count), 0) FROM sales_ledger WHERE published_at IS NOT NULL")
            .get(0));
  }
}
