package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowEncoderTest {
  private final RowEncoder encoder = new RowEncoder(Sales.table("t"), new PostgresDialect());

  private EncodedRow encode(long sequence, String customer, Instant start, String revenue)
      throws RowRefusedException {
    return encoder.encode(
        sequence,
        new Object[] {customer, start, 1, 2L, revenue == null ? null : new BigDecimal(revenue)});
  }

  @Test
  void everyTypeHasItsText() throws Exception {
    EncodedRow row = encode(0, "c-\ud83d\ude00", Instant.parse("2026-01-01T14:00:00Z"), "12.5");
    assertThat(row.fields())
        .containsExactly("c-\ud83d\ude00", "2026-01-01T14:00+00", "1", "2", "12.5");
    assertThat(row.size()).isEqualTo(4 + 19 + 1 + 1 + 4);
  }

  @ParameterizedTest
  @CsvSource({
    "0.10, 0.10",
    "0.1000, 0.10",
    "0e-99, 0",
    "1e3, 1000",
    "-99999999999999999999999999999999999999.99, -99999999999999999999999999999999999999.99"
  })
  void decimalsKeepEveryDigit(String given, String text) throws Exception {
    assertThat(encode(0, "c", Instant.EPOCH, given).fields()[4]).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.001, column 'revenue' holds 2 decimal places; the value has 3",
    "1e2000000000, numeric field overflow: column 'revenue' holds 36 digits before the point"
  })
  void decimalsThatWouldChangeAreRefused(String given, String reason) {
    assertThatThrownBy(() -> encode(0, "c", Instant.EPOCH, given))
        .isInstanceOf(RowRefusedException.class)
        .hasMessage(reason.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({"\ud83d, 0", "ab\ude00c, 2", "\ud83d\ud83d\ude00, 0"})
  void halfOfAPairIsRefused(String text, int at) {
    assertThatThrownBy(() -> encode(0, text, Instant.EPOCH, null))
        .isInstanceOf(RowRefusedException.class)
        .hasMessageContaining("half of a surrogate pair")
        .hasMessageContaining("at character " + at);
  }

  @Test
  void hashTellsPlaceAndEveryFieldApart() throws Exception {
    long hash = encode(0, "c", Instant.EPOCH, "1").hash();
    assertThat(encode(0, "c", Instant.EPOCH, "1").hash()).isEqualTo(hash);
    assertThat(encode(1, "c", Instant.EPOCH, "1").hash()).isNotEqualTo(hash);
    assertThat(encode(0, "d", Instant.EPOCH, "1").hash()).isNotEqualTo(hash);
    assertThat(encode(0, "c", Instant.EPOCH, null).hash()).isNotEqualTo(hash);
  }

  @Test
  void mappingOfAnotherWidthIsAProgrammingError() {
    assertThatThrownBy(() -> encoder.encode(0, new Object[] {"c"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table 't' has 5 columns, the row mapping gave 1 values");
  }
}
