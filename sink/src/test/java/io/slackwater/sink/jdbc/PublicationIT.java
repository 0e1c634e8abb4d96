package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabase.class)
class PublicationIT {
  private static final Clock NOW = Clock.systemUTC();

  private static JdbcSinkConfig created(String table) throws Exception {
    return created(table, JdbcTuning.DEFAULT.chunkRows());
  }

  private static JdbcSinkConfig created(String table, int chunkRows) throws Exception {
    JdbcSinkConfig config =
        new JdbcSinkConfig(
            "main",
            DatabaseKind.POSTGRESQL,
            TestDatabase.address(),
            Sales.table(table),
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

  private static HarnessJob<Long> job(
      JobID id, JdbcSinkConfig config, int parallelism, HarnessJob.Snapshot restored)
      throws Exception {
    return new HarnessJob<>(id, config, Sales::values, NOW, parallelism, restored);
  }

  private static void assertTable(String table, long rows) throws Exception {
    assertThat(TestDatabase.query(Sales.select(table))).isEqualTo(Sales.model(rows));
  }

  private static List<String> staged(String table) throws Exception {
    return TestDatabase.query("SELECT * FROM " + table + "_staging");
  }

  @Test
  void noticeThatComesAfterTheNextBarrierPublishesOnlyItsOwnRows() throws Exception {
    JdbcSinkConfig config = created("late_notice");
    JobID id = new JobID();
    HarnessJob.Snapshot first;
    try (HarnessJob<Long> job = job(id, config, 2, null)) {
      job.rows(LongStream.range(0, 10), n -> n);
      first = job.prepare(1);
      job.rows(LongStream.range(10, 20), n -> n);
      job.prepare(2);
      job.complete(1);
      assertTable("late_notice", 10);
    } // checkpoint 2 never completes
    try (HarnessJob<Long> job = job(id, config, 2, first)) {
      assertTable("late_notice", 10);
      job.rows(LongStream.range(10, 20), n -> n);
      job.prepare(3);
      job.complete(3);
    }
    assertTable("late_notice", 20);
    assertThat(staged("late_notice")).isEmpty();
  }

  @Test
  void olderSavepointPublishesTheSameRowsOnce() throws Exception {
    JdbcSinkConfig config = created("rollback");
    HarnessJob.Snapshot first;
    JobID before = new JobID();
    try (HarnessJob<Long> job = job(before, config, 4, null)) {
      job.rows(LongStream.range(0, 30), n -> n);
      first = job.prepare(1);
      job.complete(1);
      job.rows(LongStream.range(30, 70), n -> n);
      job.prepare(2);
      job.complete(2);
      job.rows(LongStream.range(70, 80), n -> n);
      job.prepare(3);
    }
    try (HarnessJob<Long> job = job(new JobID(), config, 2, first)) {
      assertTable("rollback", 70);
      job.rows(LongStream.range(30, 80), n -> n);
      job.prepare(2);
      job.complete(2);
    }
    assertTable("rollback", 80);
    assertThat(staged("rollback")).isEmpty();
  }

  @Test
  void missingRowsStopTheJobByName() throws Exception {
    JdbcSinkConfig config = created("deleted", 5);
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      job.rows(LongStream.range(0, 12), n -> n);
      job.prepare(7);
      TestDatabase.execute("DELETE FROM deleted_staging WHERE slackwater_seq = 5");
      assertThatThrownBy(() -> job.complete(7))
          .isInstanceOf(SuppressRestartsException.class)
          .rootCause()
          .hasMessageMatching(
              "DATA LOSS in \"deleted\": checkpoint 7 named 12 rows in batch [0-9a-f-]{36}, but 7 rows are in the staging table; restore .*");
    }
    assertTable("deleted", 0);
  }

  @Test
  void foreignRowInPlaceOfALostOneIsFound() throws Exception {
    JdbcSinkConfig config = created("exchanged");
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      job.rows(LongStream.range(0, 4), n -> n);
      job.prepare(1);
      TestDatabase.execute(
          "UPDATE exchanged_staging SET slackwater_hash = 1 WHERE slackwater_seq = 0");
      assertThatThrownBy(() -> job.complete(1))
          .rootCause()
          .hasMessageContaining("the staged rows have the checksum");
    }
    assertTable("exchanged", 0);
  }

  @Test
  void chunkThatTheDatabaseHasLostIsFoundBeforeTheBarrier() throws Exception {
    JdbcSinkConfig config = created("lost_chunk", 5);
    JobID id = new JobID();
    try (HarnessJob<Long> job = job(id, config, 1, null)) {
      job.rows(LongStream.range(0, 12), n -> n);
      TestDatabase.execute("DELETE FROM lost_chunk_staging WHERE slackwater_seq = 5");
      assertThatThrownBy(() -> job.prepare(1))
          .isExactlyInstanceOf(SQLException.class) // and so restarted
          .hasMessage(
              "table lost_chunk could not be written (5 staged rows are gone that the database had acknowledged: normal after a crash or a failover of the server); nothing is lost, the job continues from its last checkpoint");
    }
    try (HarnessJob<Long> job = job(id, config, 1, null)) {
      job.rows(LongStream.range(0, 5), n -> n);
      TestDatabase.execute("TRUNCATE lost_chunk_staging, lost_chunk_ledger");
      assertThatThrownBy(() -> job.rows(LongStream.range(5, 10), n -> n))
          .isExactlyInstanceOf(SQLException.class)
          .hasMessageContaining("(5 staged rows are gone that the database had acknowledged");
    }
    assertTable("lost_chunk", 0);
  }

  /** The statement and the checksums of the versions that sent arrays of text. */
  @Test
  void batchStagedByAnEarlierVersionIsPublished() throws Exception {
    JdbcSinkConfig config = created("upgraded");
    String batch = "5f0f6f0e-0000-4000-8000-000000000001";
    TestDatabase.execute(
        "INSERT INTO upgraded_ledger (batch_id, writer, subtask, attempt, staged_at) VALUES ('%s', 'main', 0, 'earlier', 1)"
            .formatted(batch));
    TestDatabase.execute(
        """
        INSERT INTO upgraded_staging (slackwater_batch, slackwater_seq, slackwater_rows, slackwater_hash, "customer_id", "window_start", "revision", "orders", "revenue")
        SELECT CAST('%s' AS uuid), 0, 3, 6442450941, "customer_id", "window_start", "revision", "orders", "revenue"
        FROM (SELECT CAST(CAST('{c-0,c-1,c-2}' AS text[]) AS text[]) AS "customer_id",
          CAST(CAST('{1970-01-01T00:00+00,1970-01-01T00:01+00,1970-01-01T00:02+00}' AS text[]) AS timestamptz[]) AS "window_start",
          CAST(CAST('{0,0,0}' AS text[]) AS integer[]) AS "revision",
          CAST(CAST('{0,1,2}' AS text[]) AS bigint[]) AS "orders",
          CAST(CAST('{NULL,0.01,0.02}' AS text[]) AS numeric(38, 2)[]) AS "revenue", 0 AS slackwater_seq OFFSET 0) AS given"""
            .formatted(batch));
    Owner owner = new Owner(config.tables(), "main", "job");
    StagedBatch staged =
        new StagedBatch(batch, "earlier", 0, 1, 1, 3, 6442450941L, 1, StagedBatch.NO_PROGRESS);
    try (DatabaseSession session = config.session()) {
      session.inTransaction(
          sql -> {
            owner.register(sql, 1);
            return null;
          });
      assertThat(new Publication(config.tables(), "main", owner).publish(session, staged, NOW))
          .isTrue();
    }
    assertTable("upgraded", 3);
    assertThat(staged("upgraded")).isEmpty();
  }

  @Test
  void emptiedTablesStopTheJob() throws Exception {
    JdbcSinkConfig config = created("emptied");
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      job.rows(LongStream.range(0, 4), n -> n);
      job.prepare(1);
      TestDatabase.execute("TRUNCATE emptied_staging, emptied_ledger");
      assertThatThrownBy(() -> job.complete(1))
          .isInstanceOf(SuppressRestartsException.class)
          .rootCause()
          .hasMessageContaining("but the ledger does not know it");
    }
  }

  @Test
  void savepointOlderThanTheLedgerRestores() throws Exception {
    JdbcSinkConfig config = created("old_savepoint");
    JobID id = new JobID();
    HarnessJob.Snapshot old;
    Clock longAgo = Clock.fixed(Instant.parse("2025-01-01T00:00:00Z"), ZoneOffset.UTC);
    try (HarnessJob<Long> job = new HarnessJob<>(id, config, Sales::values, longAgo, 1, null)) {
      job.rows(LongStream.range(0, 6), n -> n);
      old = job.prepare(1);
      job.complete(1);
    }
    try (HarnessJob<Long> job = job(id, config, 1, old)) {
      job.rows(LongStream.range(6, 9), n -> n);
      job.prepare(2);
      job.complete(2);
    }
    assertThat(TestDatabase.query("SELECT row_count FROM old_savepoint_ledger"))
        .isEqualTo(List.of("3"));
    try (HarnessJob<Long> job = job(new JobID(), config, 2, old)) {
      job.rows(LongStream.range(6, 9), n -> n);
      job.prepare(2);
      job.complete(2);
    }
    assertTable("old_savepoint", 9);
  }

  @Test
  void earlierJobCanNeitherPublishNorStageOnceALaterOneRuns() throws Exception {
    JdbcSinkConfig config = created("fenced");
    JobID earlier = new JobID();
    JobID later = new JobID();
    try (HarnessJob<Long> zombie = job(earlier, config, 1, null)) {
      zombie.rows(LongStream.range(0, 5), n -> n);
      zombie.prepare(1);
      zombie.rows(LongStream.range(5, 6), n -> n);
      try (HarnessJob<Long> job = job(later, config, 1, null)) {
        assertThatThrownBy(() -> zombie.complete(1))
            .isInstanceOf(SuppressRestartsException.class)
            .rootCause()
            .hasMessageContaining("job " + later + " has taken over as writer 'main'");
        job.rows(LongStream.range(0, 8), n -> n);
        job.prepare(1);
        job.complete(1);
      }
    }
    assertTable("fenced", 8);
    assertThat(staged("fenced")).isEmpty();
  }

  @Test
  void attemptThoughtDeadCannotStageIntoASweptBatch() throws Exception {
    JdbcSinkConfig config = created("zombie", 2);
    JobID id = new JobID();
    try (HarnessJob<Long> zombie = job(id, config, 1, null)) {
      zombie.rows(LongStream.range(0, 2), n -> n);
      try (HarnessJob<Long> job = job(id, config, 1, null)) {
        job.rows(LongStream.range(0, 8), n -> n);
        job.prepare(1);
        job.complete(1);
        assertThatThrownBy(() -> zombie.rows(LongStream.range(2, 4), n -> n))
            .hasMessageContaining("was swept: a newer attempt of subtask 0 runs");
      }
    }
    assertTable("zombie", 8);
    assertThat(staged("zombie")).isEmpty();
  }

  @Test
  void twoWritersOfOneTableDoNotSweepEachOther() throws Exception {
    JdbcSinkConfig main = created("shared");
    JdbcSinkConfig correction =
        JdbcSinkConfig.of("correction", TestDatabase.address(), main.table(), main.mode());
    try (HarnessJob<Long> a = job(new JobID(), main, 2, null);
        HarnessJob<Long> b = job(new JobID(), correction, 1, null)) {
      a.rows(LongStream.range(0, 30), n -> n);
      a.prepare(1);
      b.rows(LongStream.range(30, 90), n -> n);
      b.prepare(1);
      b.complete(1);
      a.complete(1); // lower revisions come last and must not win
    }
    assertTable("shared", 90);
  }

  @Test
  void rowsOfTheFirstRevisionThatAreThereAlreadyAreReplaced() throws Exception {
    JdbcSinkConfig config = created("replaced");
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      for (long checkpoint = 1; checkpoint <= 3; checkpoint++) {
        job.rows(LongStream.range(0, 70), n -> n); // 60 of revision 0, 10 of revision 1
        job.prepare(checkpoint);
        job.complete(checkpoint);
        assertTable("replaced", 70);
        TestDatabase.execute("UPDATE replaced SET orders = -1");
      }
    }
  }

  @Test
  void withoutRevisionsTheLastRowWins() throws Exception {
    TableSpec sales = Sales.table("unrevised");
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "main",
            TestDatabase.address(),
            new TableSpec("unrevised", sales.columns(), sales.primaryKey(), null),
            WriteMode.TWO_PHASE);
    Ddl.createIfMissing(config);
    try (HarnessJob<Long> job = job(new JobID(), config, 1, null)) {
      job.rows(LongStream.range(0, 150), n -> n);
      job.prepare(1);
      job.complete(1);
      assertTable("unrevised", 150);
      job.rows(LongStream.range(0, 70), n -> n);
      job.prepare(2);
      job.complete(2);
    }
    assertThat(TestDatabase.query("SELECT max(orders) FROM unrevised")).isEqualTo(List.of("69"));
    assertThat(staged("unrevised")).isEmpty();
  }

  @Test
  void stagingTableOfAnEarlierVersionStopsTheJobBeforeItPublishes() throws Exception {
    JdbcSinkConfig config = created("earlier");
    JobID id = new JobID();
    HarnessJob.Snapshot prepared;
    try (HarnessJob<Long> job = job(id, config, 1, null)) {
      job.rows(LongStream.range(0, 4), n -> n);
      prepared = job.prepare(1);
    }
    TestDatabase.execute("ALTER TABLE earlier_staging DROP COLUMN slackwater_rows CASCADE");
    for (HarnessJob.Snapshot restored : Arrays.asList(prepared, null)) {
      assertThatThrownBy(() -> job(id, config, 1, restored))
          .isInstanceOf(SuppressRestartsException.class)
          .rootCause()
          .hasMessageStartingWith("table \"earlier_staging\" is not as the sink needs it")
          .hasMessageEndingWith(
              "create it with the printed schema; if an earlier version of the sink made it, stop the job with a savepoint under that version, which leaves it empty, and drop it first");
    }
    assertThat(TestDatabase.query("SELECT published_at, swept_at FROM earlier_ledger"))
        .isEqualTo(List.of("null|null"));
  }
}
