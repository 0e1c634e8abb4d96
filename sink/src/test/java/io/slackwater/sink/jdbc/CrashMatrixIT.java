package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The process dies at a step towards the database, one run per step, and the job goes on at the
 * next of the parallelisms 4, 2, 8, 1 from its last completed checkpoint.
 */
@ExtendWith(TestDatabase.class)
class CrashMatrixIT {
  /** 1 is the whole matrix, some 800 runs; the default visits steps of every kind. */
  private static final int STRIDE = Integer.getInteger("slackwater.crash-matrix.stride", 29);

  private static final int[] PARALLELISM = {4, 2, 8, 1};
  private static final int ROWS_PER_EPOCH = 24;
  private static final long ROWS = 4 * ROWS_PER_EPOCH;
  private static final RetryPolicy NO_RETRY = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
  private static final JdbcTuning TUNING =
      new JdbcTuning(5, 1 << 20, Duration.ofMinutes(1), Duration.ofDays(30), NO_RETRY);

  @Test
  void deathAtAnyStepLeavesTheTableAsIfNothingHadHappened() throws Exception {
    Ddl.createIfMissing(
        JdbcSinkConfig.of(
            "matrix", TestDatabase.address(), Sales.table("matrix"), WriteMode.TWO_PHASE));
    int steps = surviveDeathAt(-1);
    assertThat(steps).isGreaterThan(300);
    for (int step = 0; step < steps; step += STRIDE) {
      surviveDeathAt(step);
    }
  }

  private static int surviveDeathAt(int step) throws Exception {
    JdbcSinkConfig config =
        new JdbcSinkConfig(
            "matrix",
            DatabaseKind.POSTGRESQL,
            Failpoints::connect,
            Sales.table("matrix"),
            WriteMode.TWO_PHASE,
            TUNING);
    TestDatabase.execute(
        "TRUNCATE matrix, matrix_staging, matrix_ledger, matrix_owner, matrix_progress_part");
    Failpoints.arm(step);
    run(config);
    assertEverythingIsInItsPlace(step);
    return Failpoints.steps();
  }

  private static void run(JdbcSinkConfig config) throws Exception {
    JobID job = new JobID();
    HarnessJob.Snapshot completed = null;
    long[] published = {0};
    long checkpoint = 1;
    boolean finished = false;
    for (int start = 0; !finished; start++) {
      try {
        HarnessJob<Long> attempt =
            new HarnessJob<>(
                job,
                config,
                Sales::values,
                Clock.systemUTC(),
                PARALLELISM[start % PARALLELISM.length],
                completed);
        long from = completed == null ? 0 : published[0];
        long to = Math.min(ROWS, from + ROWS_PER_EPOCH);
        attempt.rows(LongStream.range(from, to), n -> n);
        HarnessJob.Snapshot snapshot = attempt.prepare(checkpoint);
        completed = snapshot;
        published[0] = to;
        attempt.complete(checkpoint++);
        finished = from == ROWS;
        // Rows behind the last checkpoint, on whose account nobody will ever hear anything.
        attempt.rows(LongStream.range(to, Math.min(ROWS, to + 3)), n -> n);
        if (finished) {
          attempt.close();
        }
      } catch (Severed e) {
        checkpoint++;
      }
      if (!finished) {
        Failpoints.kill();
        Failpoints.revive();
      }
    }
  }

  private static void assertEverythingIsInItsPlace(int step) throws Exception {
    assertThat(TestDatabase.query(Sales.select("matrix")))
        .as("death at step %d", step)
        .isEqualTo(Sales.model(ROWS));
    assertThat(TestDatabase.query("SELECT * FROM matrix_staging")).as("step %d", step).isEmpty();
    assertThat(
            TestDatabase.query(
                "SELECT * FROM matrix_ledger WHERE published_at IS NULL AND swept_at IS NULL"))
        .as("step %d", step)
        .isEmpty();
    assertThat(TestDatabase.query("SELECT * FROM pg_prepared_xacts")).isEmpty();
    await()
        .pollDelay(Duration.ZERO)
        .untilAsserted(() -> assertThat(TestDatabase.sinkSessions()).isEqualTo(List.of()));
  }
}
