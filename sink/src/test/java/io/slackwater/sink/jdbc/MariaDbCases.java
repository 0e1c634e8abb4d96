package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The second dialect, the same for both servers that speak it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MariaDbCases {
  private MariaDbServer server;

  /** Skips the test where there is no such server. */
  abstract MariaDbServer start(Path directory) throws Exception;

  @BeforeAll
  void startServer(@TempDir Path directory) throws Exception {
    server = start(directory);
  }

  @AfterAll
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  private JdbcSinkConfig created(String table, WriteMode mode) throws Exception {
    JdbcSinkConfig config = JdbcSinkConfig.of("main", server.address(), Sales.table(table), mode);
    Ddl.createIfMissing(config);
    Ddl.createIfMissing(config);
    return config;
  }

  private static HarnessJob<Long> job(
      JobID id, JdbcSinkConfig config, int parallelism, HarnessJob.Snapshot restored)
      throws Exception {
    return new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), parallelism, restored);
  }

  private List<String> rows(String table) throws Exception {
    return server.query(
        "SELECT customer_id, DATE_FORMAT(window_start, '%Y-%m-%d %H:%i:%s'), revision, orders, revenue FROM slackwater."
            + table
            + " ORDER BY CONCAT(customer_id, '|') COLLATE utf8mb4_bin, window_start");
  }

  @Test
  void inspectionFindsTheTablesAsTheDdlMadeThem() throws Exception {
    JdbcSinkConfig config = created("inspected", WriteMode.TWO_PHASE);

    DatabaseFacts facts = DatabaseInspection.look(config);

    assertThat(facts.readOnly()).isFalse();
    assertThat(facts.synchronousCommit()).isEmpty();
    assertThat(facts.nowMillis()).isBetween(facts.askedMillis() - 1, facts.answeredMillis() + 1);
    assertThat(facts.tables())
        .hasSize(6)
        .allSatisfy(table -> assertThat(table.found()).isEqualTo(table.needed()))
        .allSatisfy(table -> assertThat(table.missingPrivileges()).isNull());
  }

  @Test
  void rowsArePublishedOnceOverRescalesAndRollback() throws Exception {
    JdbcSinkConfig config = created("twophase", WriteMode.TWO_PHASE);
    JobID id = new JobID();
    HarnessJob.Snapshot first;
    try (HarnessJob<Long> job = job(id, config, 4, null)) {
      job.rows(LongStream.range(0, 70), n -> n);
      first = job.prepare(1);
      job.rows(LongStream.range(70, 80), n -> n);
      job.prepare(2);
      job.complete(1);
      assertThat(rows("twophase")).isEqualTo(Sales.model(70));
    }
    try (HarnessJob<Long> job = job(id, config, 2, first)) {
      job.rows(LongStream.range(70, 150), n -> n);
      job.prepare(3);
      job.complete(3);
    }
    try (HarnessJob<Long> job = job(new JobID(), config, 3, first)) {
      job.rows(LongStream.range(70, 160), n -> n);
      job.watermark(0, 59_999);
      job.watermark(1, 59_999);
      job.watermark(2, 119_999);
      job.prepare(2);
      job.complete(2);
    }
    assertThat(rows("twophase")).isEqualTo(Sales.model(160));
    assertThat(server.query("SELECT * FROM slackwater.twophase_staging")).isEmpty();
    assertThat(server.query("SELECT * FROM slackwater.twophase_progress"))
        .isEqualTo(List.of("main|1970-01-01 00:01:00.000000"));
  }

  @Test
  void missingRowsStopTheJob() throws Exception {
    JdbcSinkConfig config = created("deleted", WriteMode.TWO_PHASE);
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      job.rows(LongStream.range(0, 12), n -> n);
      job.prepare(7);
      server.execute("DELETE FROM slackwater.deleted_staging WHERE orders = 3");
      assertThatThrownBy(() -> job.complete(7))
          .rootCause()
          .hasMessageContaining("checkpoint 7 named 12 rows");
    }
    assertThat(rows("deleted")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void badRowsGoWithTheirReasonAndKeysStayApart(WriteMode mode) throws Exception {
    String table = "rejected_" + mode.name().toLowerCase(Locale.ROOT);
    JdbcSinkConfig config = created(table, mode);
    try (HarnessJob<Object[]> job =
        new HarnessJob<>(new JobID(), config, row -> row, Clock.systemUTC(), 1, null)) {
      for (String customer : List.of("a", "A", "a ", "\ud83d\ude00", "tab\t'quote\\", "a")) {
        job.row(0, row(customer, "1.5"));
      }
      job.row(0, row("x".repeat(701), "1"));
      job.row(0, row("overflow", "1" + "0".repeat(36)));
      job.row(0, row("half-\ud83d", "1"));
      job.prepare(1);
      assertThat(job.rejected().stream().sorted().toList())
          .isEqualTo(
              List.of(
                  "Data too long for column 'customer_id'",
                  "Out of range value for column 'revenue'",
                  "column 'customer_id': half of a surrogate pair (U+D83D) at character 5 is not text"));
      job.complete(1);
    }
    assertThat(
            server.query(
                "SELECT customer_id, revenue FROM slackwater." + table + " ORDER BY customer_id"))
        .isEqualTo(
            List.of("A|1.50", "a|1.50", "a |1.50", "tab\t'quote\\|1.50", "\ud83d\ude00|1.50"));
  }

  private static Object[] row(String customer, String revenue) {
    return new Object[] {customer, Instant.EPOCH, 0, 1L, new BigDecimal(revenue)};
  }
}
