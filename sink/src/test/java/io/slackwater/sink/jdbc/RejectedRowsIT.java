package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(TestDatabase.class)
class RejectedRowsIT {
  private static final Instant START = Instant.parse("2026-01-01T14:00:00Z");

  private static Object[] at(Instant start) {
    return new Object[] {"early-or-late", start, 0, 1L, BigDecimal.ONE};
  }

  private static Object[] row(String customer, long orders, String revenue) {
    return new Object[] {customer, START, 0, orders, new BigDecimal(revenue)};
  }

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void badRowsGoWithTheirReasonAndAllOthersAreWritten(WriteMode mode) throws Exception {
    String table = "rejected_" + mode.name().toLowerCase(Locale.ROOT);
    JdbcSinkConfig config =
        JdbcSinkConfig.of("main", TestDatabase.address(), Sales.table(table), mode);
    Ddl.createIfMissing(config);
    TestDatabase.execute(
        "ALTER TABLE %s ADD COLUMN note text, ADD CONSTRAINT few CHECK (orders < 1000000), ADD CONSTRAINT noted CHECK (note <> '')"
            .formatted(table));
    List<Object[]> bad =
        List.of(
            row("nul-\0-character", 1, "1"),
            row("half-\ud83d-pair", 1, "1"),
            row("overflow", 1, "1" + "0".repeat(36)),
            row("exponent", 1, "1e999999999"),
            row("rounded", 1, "0.001"),
            row("long-" + "x".repeat(3_000), 1, "1"),
            row("checked", 1_000_000, "1"),
            row(null, 1, "1"),
            at(Instant.parse("+294277-01-01T00:00:00Z")),
            at(Instant.parse("-4713-11-23T23:59:59.999999Z")),
            at(Instant.ofEpochMilli(Long.MAX_VALUE)),
            at(Instant.MAX),
            at(Instant.MIN));
    try (HarnessJob<Object[]> job =
        new HarnessJob<>(new JobID(), config, row -> row, Clock.systemUTC(), 1, null)) {
      for (int i = 0; i < 4_993; i++) {
        job.row(0, row("good-" + i, i, "999999999999999999999999999999999999.99"));
        if (i % 380 == 300) {
          job.row(0, bad.get(i / 380));
        }
      }
      job.row(0, row("tab\tline\nback\\slash \ud83d\ude00 \\N", 5, "-0.5"));
      job.prepare(1);
      assertThat(job.rejected().stream().sorted().toList()).isEqualTo(reasons(table));
      job.complete(1);
    }
    assertThat(
            TestDatabase.query(
                "SELECT count(*), count(*) FILTER (WHERE revenue = 999999999999999999999999999999999999.99) FROM "
                    + table))
        .isEqualTo(List.of("4994|4993"));
    assertThat(
            TestDatabase.query(
                "SELECT customer_id, revenue FROM " + table + " WHERE customer_id LIKE 'tab%'"))
        .isEqualTo(List.of("tab\tline\nback\\slash \ud83d\ude00 \\N|-0.50"));
  }

  private static List<String> reasons(String table) {
    return List.of(
        "column 'customer_id': half of a surrogate pair (U+D83D) at character 5 is not text",
        "column 'revenue' holds 2 decimal places, the value has 3",
        "invalid byte sequence for encoding \"UTF8\": 0x00",
        "new row for relation \"%s\" violates check constraint \"few\"".formatted(table),
        "new row for relation \"%s\" violates check constraint \"%s_customer_id_check\""
            .formatted(table, table),
        "null value in column \"customer_id\" of relation \"%s\" violates not-null constraint"
            .formatted(table),
        "numeric field overflow: A field with precision 38, scale 2 must round to an absolute value less than 10^36.",
        "numeric field overflow: column 'revenue' holds 36 digits before the point",
        "timestamp out of range: \"+1000000000-12-31T23:59:59.999999999Z\"",
        "timestamp out of range: \"-1000000000-01-01T00:00:00Z\"",
        "timestamp out of range: \"292278994-08-17 07:12:55.807+00\"",
        "timestamp out of range: \"294277-01-01 00:00:00+00\"",
        "timestamp out of range: \"4714-11-23 23:59:59.999999+00 BC\"");
  }
}
