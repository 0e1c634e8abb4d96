package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowEncoderTest {
  /** The dialect whose fields are text. */
  private final RowEncoder encoder =
      new RowEncoder(Sales.table("t"), DatabaseKind.MARIADB.dialect());

  private EncodedRow encode(long sequence, String customer, Instant start, String revenue)
      throws RowRefusedException {
    return encoder.encode(
        sequence,
        new Object[] {customer, start, 1, 2L, revenue == null ? null : new BigDecimal(revenue)});
  }

  private static List<String> texts(EncodedRow row) {
    List<String> texts = new ArrayList<>();
    ByteBuffer fields = ByteBuffer.wrap(row.fields());
    while (fields.hasRemaining()) {
      int length = fields.getInt();
      byte[] bytes = new byte[Math.max(0, length)];
      fields.get(bytes);
      texts.add(length == EncodedRow.NULL ? null : new String(bytes, UTF_8));
    }
    return texts;
  }

  @Test
  void everyTypeHasItsText() throws Exception {
    EncodedRow row = encode(0, "c-\ud83d\ude00", Instant.parse("2026-01-01T14:00:00Z"), "12.5");
    assertThat(texts(row))
        .containsExactly("c-\ud83d\ude00", "2026-01-01 14:00:00.000000", "1", "2", "12.5");
    assertThat(row.fields()).hasSize(5 * 4 + 6 + 26 + 1 + 1 + 4);
    assertThat(texts(encode(0, "", Instant.EPOCH, null)))
        .containsExactly("", "1970-01-01 00:00:00.000000", "1", "2", null);
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
    assertThat(texts(encode(0, "c", Instant.EPOCH, given)).get(4)).isEqualTo(text);
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
