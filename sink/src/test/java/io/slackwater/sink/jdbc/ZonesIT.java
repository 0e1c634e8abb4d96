package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(TestDatabase.class)
class ZonesIT {
  private final TimeZone before = TimeZone.getDefault();

  /** Both hours that a change of the clocks hides or doubles in New York, and the far ends. */
  private static final List<Instant> INSTANTS =
      Stream.of(
              "2026-03-08T06:30:00Z",
              "2026-03-08T07:00:00Z",
              "2026-03-08T07:30:00Z",
              "2026-11-01T05:30:00Z",
              "2026-11-01T06:00:00Z",
              "2026-11-01T06:30:00Z",
              "1969-12-31T23:59:00Z",
              "2026-06-01T12:00:00.123456Z",
              "0001-01-01T00:00:00Z",
              "-0043-03-15T12:00:00Z",
              "+12026-01-01T00:00:00Z")
          .map(Instant::parse)
          .toList();

  @AfterEach
  void zoneIsPutBack() throws Exception {
    TimeZone.setDefault(before);
    TestDatabase.execute("ALTER ROLE postgres RESET timezone");
  }

  @ParameterizedTest
  @CsvSource({
    "TWO_PHASE, America/New_York, Asia/Kolkata",
    "TWO_PHASE, Asia/Kolkata, America/New_York",
    "TWO_PHASE, UTC, America/New_York",
    "UPSERT, America/New_York, UTC",
    "UPSERT, Asia/Kolkata, Asia/Kolkata"
  })
  void instantsReadBackEqual(WriteMode mode, String jvmZone, String sessionZone) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone(jvmZone));
    TestDatabase.execute("ALTER ROLE postgres SET timezone = '" + sessionZone + "'");
    String table = ("zones_" + mode + "_" + jvmZone + "_" + sessionZone).replace('/', '_');
    JdbcSinkConfig config =
        JdbcSinkConfig.of("main", TestDatabase.address(), Sales.table(table), mode);
    Ddl.createIfMissing(config);
    try (HarnessJob<Instant> job =
        new HarnessJob<>(
            new JobID(),
            config,
            start -> new Object[] {"c", start, 0, 1L, BigDecimal.ONE},
            Clock.systemUTC(),
            1,
            null)) {
      for (Instant instant : INSTANTS) {
        job.row(0, instant);
      }
      job.prepare(1);
      job.complete(1);
      assertThat(job.rejected()).isEmpty();
    }
    assertThat(starts(table)).isEqualTo(INSTANTS.stream().sorted().toList());
  }

  private static List<Instant> starts(String table) throws Exception {
    List<Instant> found = new ArrayList<>();
    try (Connection connection = TestDatabase.address().connect();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT window_start FROM \"" + table + "\" ORDER BY window_start");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        found.add(rows.getObject(1, OffsetDateTime.class).toInstant());
      }
    }
    return found;
  }
}
