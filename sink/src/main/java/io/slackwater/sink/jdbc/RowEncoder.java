package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.zip.CRC32C;
import javax.annotation.Nullable;

/**
 * Values to text. Refuses what the way to the database would change without a word: half surrogate
 * pairs (the driver would send a question mark) and decimals that would be rounded. Everything else
 * is the database's to judge. Not thread-safe.
 */
final class RowEncoder {
  private final TableSpec table;
  private final SqlDialect dialect;
  private final CRC32C crc = new CRC32C();

  RowEncoder(TableSpec table, SqlDialect dialect) {
    this.table = table;
    this.dialect = dialect;
  }

  EncodedRow encode(long sequence, Object[] values) throws RowRefusedException {
    if (values.length != table.columns().size()) {
      throw new IllegalArgumentException(
          "table '%s' has %d columns, the row mapping gave %d values"
              .formatted(table.name(), table.columns().size(), values.length));
    }
    String[] fields = new String[values.length];
    int size = 0;
    crc.reset();
    update(sequence);
    for (int i = 0; i < fields.length; i++) {
      String field = values[i] == null ? null : text(table.columns().get(i), values[i]);
      fields[i] = field;
      size += field == null ? 2 : field.length();
      updateCrc(field);
    }
    return new EncodedRow(sequence, fields, crc.getValue(), size);
  }

  private void updateCrc(@Nullable String field) {
    if (field == null) {
      crc.update(0xFF); // not a byte of UTF-8, so null differs from every text
    } else {
      byte[] bytes = field.getBytes(UTF_8);
      crc.update(bytes, 0, bytes.length);
      crc.update(0xFE);
    }
  }

  private void update(long number) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      crc.update((int) (number >>> shift) & 0xFF);
    }
  }

  private String text(ColumnSpec column, Object value) throws RowRefusedException {
    return switch (column.type()) {
      case INTEGER -> Integer.toString((Integer) value);
      case BIGINT -> Long.toString((Long) value);
      case NUMERIC -> decimal(column, (BigDecimal) value);
      case TEXT -> whole(column, (String) value);
      case TIMESTAMP -> dialect.instant((Instant) value);
    };
  }

  private static String decimal(ColumnSpec column, BigDecimal value) throws RowRefusedException {
    // An absurd exponent would become gigabytes of zeros before the database could refuse it.
    if ((long) value.precision() - value.scale() > 38) {
      throw new RowRefusedException(
          "numeric field overflow: column '%s' holds %d digits before the point"
              .formatted(column.name(), 38 - column.scale()));
    }
    if (value.signum() == 0) {
      return "0";
    }
    if (value.scale() <= column.scale()) {
      return value.toPlainString();
    }
    try {
      return value.setScale(column.scale()).toPlainString();
    } catch (ArithmeticException e) {
      throw new RowRefusedException(
          "column '%s' holds %d decimal places, the value has %d"
              .formatted(column.name(), column.scale(), value.stripTrailingZeros().scale()));
    }
  }

  private static String whole(ColumnSpec column, String value) throws RowRefusedException {
    int point;
    for (int i = 0; i < value.length(); i += Character.charCount(point)) {
      point = value.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw new RowRefusedException(
            "column '%s': half of a surrogate pair (U+%04X) at character %d is not text"
                .formatted(column.name(), point, i));
      }
    }
    return value;
  }
}
