package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(TestDatabase.class)
class ProgressIT {
  private static final long TEN = Instant.parse("2026-01-01T10:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void neverSaysMoreThanTheSlowestSubtaskAndNeverTakesAWordBack(WriteMode mode) throws Exception {
    String table = "progress_" + mode.name().toLowerCase(Locale.ROOT);
    JdbcSinkConfig config =
        JdbcSinkConfig.of("main", TestDatabase.address(), Sales.table(table), mode);
    Ddl.createIfMissing(config);
    JobID id = new JobID();
    HarnessJob.Snapshot two;
    try (HarnessJob<Long> job =
        new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), 2, null)) {
      job.watermark(0, Long.MIN_VALUE + 5_000); // how a bounded-out-of-orderness stream begins
      job.watermark(1, Long.MIN_VALUE + 5_000);
      job.prepare(0);
      job.complete(0);
      job.watermark(0, TEN - 1);
      job.row(0, 0L);
      job.prepare(1);
      job.complete(1);
      assertThat(said(table)).isEqualTo(List.of());

      job.watermark(0, TEN + 5 * MINUTE - 1);
      job.watermark(1, TEN + MINUTE - 1);
      two = job.prepare(2);
      job.complete(2);
      assertThat(said(table)).isEqualTo(List.of("main|2026-01-01 10:01:00"));
    }
    try (HarnessJob<Long> job =
        new HarnessJob<>(id, config, Sales::values, Clock.systemUTC(), 3, two)) {
      assertThat(said(table)).isEqualTo(List.of("main|2026-01-01 10:01:00"));
      job.watermark(0, TEN + 9 * MINUTE - 1);
      job.watermark(1, TEN + 9 * MINUTE - 1);
      job.prepare(3);
      job.complete(3);
      assertThat(said(table)).isEqualTo(List.of("main|2026-01-01 10:01:00"));

      job.watermark(2, TEN + 3 * MINUTE - 1);
      job.prepare(4);
      job.complete(4);
      assertThat(said(table)).isEqualTo(List.of("main|2026-01-01 10:03:00"));
    }
  }

  private static List<String> said(String table) throws Exception {
    return TestDatabase.query(
        "SELECT writer, complete_through AT TIME ZONE 'UTC' FROM "
            + table
            + "_progress WHERE complete_through IS NOT NULL");
  }
}
