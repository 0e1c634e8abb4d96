package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {
  private static final long FIRST_SECOND = -62135596800L;
  private static final long LAST_SECOND = 253402300799L;

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T14:00:00Z, 2026-01-01T14:00:00Z",
    "2026-01-01t14:00:00z, 2026-01-01T14:00:00Z",
    "2026-01-01T14:00Z, 2026-01-01T14:00:00Z",
    "2026-01-01T14:00:00+02:00, 2026-01-01T12:00:00Z",
    "2026-01-01T14:00:00+0200, 2026-01-01T12:00:00Z",
    "2026-01-01T14:00:00+02, 2026-01-01T12:00:00Z",
    "2026-01-01T14:00:00-05:30, 2026-01-01T19:30:00Z",
    "2026-01-01T14:00:00-00:00, 2026-01-01T14:00:00Z",
    "2026-01-01T14:00:00+18:00, 2025-12-31T20:00:00Z",
    "2026-01-01T14:00:00.1Z, 2026-01-01T14:00:00.100Z",
    "2026-01-01T14:00:00.123999999+01:00, 2026-01-01T13:00:00.123Z",
    "2026-12-31T24:00:00Z, 2027-01-01T00:00:00Z",
    "2026-12-31T24:00:00.000Z, 2027-01-01T00:00:00Z",
    "2026-12-31T24:00Z, 2027-01-01T00:00:00Z",
    "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z, 2000-02-29T00:00:00Z",
    "1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999Z"
  })
  void instantIsRead(String text, Instant instant) {
    assertThat(parse(text)).isEqualTo(instant.toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-01-01",
        "2026-01-01T14:00:00",
        "2026-01-01T14:00:00.5",
        "2026-01-01T14:00:00.",
        "2026-01-01T14:00:00.Z",
        "2026-01-01T14:00:00,5Z",
        "2026-01-01T14:00:00.1234567890Z",
        "2026-01-01T14:00.5Z",
        "2026-01-01T14:00:",
        "2026-01-01T14:00:0",
        "2026-01-01T14:00:00",
        "2026-01-01T14:00:0Z",
        "2026-01-01T14Z",
        "2026-01-01 14:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-32T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "2026-01-01T24:00:01Z",
        "2026-01-01T24:01:00Z",
        "2026-01-01T24:00:00.001Z",
        "2026-01-01T23:60:00Z",
        "2026-01-01T23:59:60Z",
        "2026-01-01T14:00:00+18:01",
        "2026-01-01T14:00:00+02:60",
        "2026-01-01T14:00:00+2",
        "2026-01-01T14:00:00+2:00",
        "2026-01-01T14:00:00+02:0",
        "2026-01-01T14:00:00+02.00",
        "2026-01-01T14:00:00+020000",
        "2026-01-01T14:00:00ZZ",
        "2026-01-01T14:00:00Z ",
        " 2026-01-01T14:00:00Z",
        "2026-01-01T14:00:00UTC",
        "2026-01-01T14:00:00Z[UTC]",
        "20260101T140000Z",
        "2026-1-1T14:00:00.00Z",
        "2026-W01-1T14:00:00Z",
        "0000-01-01T00:00:00Z",
        "+2026-01-01T14:00:00Z",
        "-2026-01-01T14:00:00Z",
        "10000-01-01T00:00:00Z"
      })
  void whatIsNoInstantIsInvalid(String text) {
    assertThat(parse(text)).isEqualTo(IsoTime.INVALID);
  }

  @Property(tries = 2_000)
  void everyInstantInEveryOffsetIsReadAsJavaTimeDoes(
      @ForAll @LongRange(min = FIRST_SECOND + 64_800, max = LAST_SECOND - 64_800) long second,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(min = -1_080, max = 1_080) int offsetMinutes,
      @ForAll @IntRange(max = 9) int fractionDigits,
      @ForAll("offsetPatterns") String offsetPattern) {
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);
    DateTimeFormatterBuilder builder =
        new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd'T'HH:mm:ss");
    if (fractionDigits > 0) {
      builder.appendFraction(ChronoField.NANO_OF_SECOND, fractionDigits, fractionDigits, true);
    }
    DateTimeFormatter format = builder.appendOffset(offsetPattern, "Z").toFormatter(Locale.ROOT);
    String text =
        OffsetDateTime.ofInstant(Instant.ofEpochSecond(second, nano), offset).format(format);

    assertThat(parse(text))
        .isEqualTo(OffsetDateTime.parse(text, format).toInstant().toEpochMilli());
  }

  @Provide
  Arbitrary<String> offsetPatterns() {
    return Arbitraries.of("+HH:MM", "+HHMM");
  }

  /** One character changed: what java.time refuses is refused, what it reads is read the same. */
  @Property(tries = 2_000)
  void textWithATypoIsReadAsJavaTimeDoes(
      @ForAll @LongRange(min = FIRST_SECOND + 86_400, max = LAST_SECOND - 86_400) long second,
      @ForAll @IntRange(max = 24) int position,
      @ForAll @Chars({'0', '1', '2', '3', '5', '6', '9', ':', '-', '+', '.', 'T', 'Z'}) char typo) {
    StringBuilder text = new StringBuilder(Instant.ofEpochSecond(second).toString());
    text.setLength(text.length() - 1);
    text.append("+01:00").setCharAt(position, typo);

    assertThat(parse(text.toString())).as(text.toString()).isEqualTo(javaTime(text.toString()));
  }

  private static long javaTime(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      return IsoTime.INVALID;
    }
  }

  private static long parse(String text) {
    byte[] padded = ("##" + text + "##").getBytes(US_ASCII);
    return IsoTime.parse(padded, 2, padded.length - 2);
  }
}
