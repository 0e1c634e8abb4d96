package io.slackwater.sink.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Values to bytes. Refuses what the way to the database would change without a word: half surrogate
 * pairs (the driver would send a question mark) and decimals that would be rounded. Everything else
 * is the database's to judge. Not thread-safe.
 */
final class RowEncoder {
  private final TableSpec table;
  private final SqlDialect dialect;
  private final CRC32C crc = new CRC32C();
  private final DataOutputSerializer out = new DataOutputSerializer(256);

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
    out.clear();
    try {
      out.writeLong(sequence);
      for (int i = 0; i < values.length; i++) {
        if (values[i] == null) {
          out.writeInt(EncodedRow.NULL);
        } else {
          write(table.columns().get(i), values[i]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a row of more than 2 GB", e);
    }
    crc.reset();
    crc.update(out.getSharedBuffer(), 0, out.length());
    byte[] fields = Arrays.copyOfRange(out.getSharedBuffer(), Long.BYTES, out.length());
    return new EncodedRow(sequence, fields, crc.getValue());
  }

  private void write(ColumnSpec column, Object value) throws RowRefusedException, IOException {
    switch (column.type()) {
      case NUMERIC -> dialect.write(column, decimal(column, (BigDecimal) value), out);
      case TEXT -> dialect.write(column, whole(column, (String) value), out);
      case INTEGER, BIGINT, TIMESTAMP -> dialect.write(column, value, out);
    }
  }

  private static BigDecimal decimal(ColumnSpec column, BigDecimal value)
      throws RowRefusedException {
    // An absurd exponent would become gigabytes of zeros before the database could refuse it.
    if ((long) value.precision() - value.scale() > 38) {
      throw new RowRefusedException(
          "numeric field overflow: column '%s' holds %d digits before the point"
              .formatted(column.name(), 38 - column.scale()));
    }
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    if (value.scale() <= column.scale()) {
      return value;
    }
    try {
      return value.setScale(column.scale());
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
