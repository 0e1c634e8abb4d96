package io.slackwater.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.ModelConfig.TimeFormat;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeTest {

  private static OptionalLong epoch(TimeFormat format, String literal) {
    return EventTime.parse(format, new Json.Num(literal));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T14:00:00Z,              2026-01-01T14:00:00Z",
    "2026-01-01T14:00:00+02:00,         2026-01-01T12:00:00Z",
    "2026-01-01T14:00:00+0200,          2026-01-01T12:00:00Z",
    "2026-01-01T14:00:00-03,            2026-01-01T17:00:00Z",
    "2026-01-01T14:00Z,                 2026-01-01T14:00:00Z",
    "2026-01-01T14:00:00.5Z,            2026-01-01T14:00:00.500Z",
    "2026-01-01T14:00:00.123999999Z,    2026-01-01T14:00:00.123Z",
    "1969-12-31T23:59:59.999999999Z,    1969-12-31T23:59:59.999Z",
    "2025-12-31T24:00:00Z,              2026-01-01T00:00:00Z",
    "2024-02-28T24:00:00+05:30,         2024-02-28T18:30:00Z",
    "2024-02-29T00:00:00Z,              2024-02-29T00:00:00Z",
    "0001-01-01T00:00:00Z,              0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z,          9999-12-31T23:59:59.999Z",
  })
  void isoTimesAreTakenToTheMillisecondBelow(String text, Instant right) {
    assertThat(EventTime.parse(TimeFormat.ISO_8601, new Json.Text(text)))
        .hasValue(right.toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01T14:00:00",
        "2026-02-30T14:00:00Z",
        "2025-02-29T14:00:00Z",
        "2026-01-01T24:00:01Z",
        "2026-01-01T24:01:00Z",
        "2026-01-01T24:00:00.001Z",
        "2026-01-01T25:00:00Z",
        "2016-12-31T23:59:60Z",
        "0000-12-31T23:59:59Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T24:00:00Z",
        "50000-01-01T00:00:00Z",
        "2026-01-01",
        "2026-01-01 14:00:00Z",
        "1767276000000",
        "",
      })
  void otherTextsAreNoTimes(String text) {
    assertThat(EventTime.parse(TimeFormat.ISO_8601, new Json.Text(text))).isEmpty();
  }

  @Test
  void epochsAreIntegersRoundedDown() {
    assertThat(epoch(TimeFormat.EPOCH_SECONDS, "1767276000")).hasValue(1_767_276_000_000L);
    assertThat(epoch(TimeFormat.EPOCH_SECONDS, "-1")).hasValue(-1_000);
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "-1")).hasValue(-1);
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "-60001")).hasValue(-60_001);
    assertThat(epoch(TimeFormat.EPOCH_MICROS, "1999")).hasValue(1);
    assertThat(epoch(TimeFormat.EPOCH_MICROS, "-1")).hasValue(-1);
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "1.0")).isEmpty();
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "1e3")).isEmpty();
    assertThat(EventTime.parse(TimeFormat.EPOCH_MILLIS, new Json.Text("1"))).isEmpty();
    assertThat(epoch(TimeFormat.ISO_8601, "1")).isEmpty();
  }

  @Test
  void extremeEpochsAreNoTimes() {
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "-62135596800000")).hasValue(-62_135_596_800_000L);
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "-62135596800001")).isEmpty();
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "253402300799999")).hasValue(253_402_300_799_999L);
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "253402300800000")).isEmpty();
    assertThat(epoch(TimeFormat.EPOCH_MILLIS, "-9223372036854775808")).isEmpty();
    assertThat(epoch(TimeFormat.EPOCH_MICROS, "9".repeat(1_000))).isEmpty();
    // Milliseconds where seconds are configured: the year 57970.
    assertThat(epoch(TimeFormat.EPOCH_SECONDS, "1767276000000")).isEmpty();
  }
}
