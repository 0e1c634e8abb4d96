package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.postgresql.core.Oid;
import org.postgresql.util.ByteConverter;

/**
 * Values and arrays in the binary form of PostgreSQL's protocol (what its {@code *_recv} functions
 * read), which spares the server the parsing of text: a third of what staging cost it.
 */
final class PostgresBinary {
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant FIRST = Instant.parse("-4713-11-24T00:00:00Z");
  private static final Instant END = Instant.parse("+294277-01-01T00:00:00Z");
  private static final int ARRAY_HEADER = 5 * Integer.BYTES;

  private static final DateTimeFormatter AFTER_YEAR =
      new DateTimeFormatterBuilder()
          .appendPattern("-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);

  private PostgresBinary() {}

  static void write(ColumnSpec column, Object value, DataOutput out)
      throws RowRefusedException, IOException {
    switch (column.type()) {
      case INTEGER -> {
        out.writeInt(Integer.BYTES);
        out.writeInt((Integer) value);
      }
      case BIGINT -> {
        out.writeInt(Long.BYTES);
        out.writeLong((Long) value);
      }
      case NUMERIC -> write(ByteConverter.numeric((BigDecimal) value), out);
      case TEXT -> write(((String) value).getBytes(UTF_8), out);
      case TIMESTAMP -> {
        long micros = micros((Instant) value);
        out.writeInt(Long.BYTES);
        out.writeLong(micros);
      }
    }
  }

  private static void write(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** The ends of the range of {@code long} are PostgreSQL's infinities, which no instant means. */
  private static long micros(Instant instant) throws RowRefusedException {
    if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
      throw new RowRefusedException("timestamp out of range: \"" + text(instant) + '"');
    }
    return (instant.getEpochSecond() - EPOCH.getEpochSecond()) * 1_000_000
        + instant.getNano() / 1_000;
  }

  /** As the server shows it. */
  static String text(Instant instant) {
    long second = instant.getEpochSecond();
    if (second < LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC)
        || second > LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC)) {
      return instant.toString();
    }
    LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    int year = utc.getYear();
    return "%04d%s+00%s"
        .formatted(year > 0 ? year : 1 - year, AFTER_YEAR.format(utc), year > 0 ? "" : " BC");
  }

  static int arrayType(ColumnSpec column) {
    return switch (column.type()) {
      case INTEGER -> Oid.INT4_ARRAY;
      case BIGINT -> Oid.INT8_ARRAY;
      case NUMERIC -> Oid.NUMERIC_ARRAY;
      case TEXT -> Oid.TEXT_ARRAY;
      case TIMESTAMP -> Oid.TIMESTAMPTZ_ARRAY;
    };
  }

  private static int elementType(ColumnSpec column) {
    return switch (column.type()) {
      case INTEGER -> Oid.INT4;
      case BIGINT -> Oid.INT8;
      case NUMERIC -> Oid.NUMERIC;
      case TEXT -> Oid.TEXT;
      case TIMESTAMP -> Oid.TIMESTAMPTZ;
    };
  }

  /**
   * The rows as one array per column. A field in a row looks as an element in an array, so this
   * only copies.
   */
  static byte[][] arrays(List<ColumnSpec> columns, List<EncodedRow> rows) {
    int[] sizes = new int[columns.size()];
    boolean[] nulls = new boolean[columns.size()];
    for (EncodedRow row : rows) {
      ByteBuffer fields = ByteBuffer.wrap(row.fields());
      for (int column = 0, at = 0; column < sizes.length; column++) {
        int size = sizeAt(fields, at);
        nulls[column] |= fields.getInt(at) == EncodedRow.NULL;
        sizes[column] += size;
        at += size;
      }
    }
    ByteBuffer[] arrays = new ByteBuffer[columns.size()];
    for (int column = 0; column < arrays.length; column++) {
      arrays[column] =
          ByteBuffer.allocate(ARRAY_HEADER + sizes[column])
              .putInt(1) // dimensions
              .putInt(nulls[column] ? 1 : 0)
              .putInt(elementType(columns.get(column)))
              .putInt(rows.size())
              .putInt(1); // number of the first element
    }
    for (EncodedRow row : rows) {
      ByteBuffer fields = ByteBuffer.wrap(row.fields());
      for (int column = 0, at = 0; column < arrays.length; column++) {
        int size = sizeAt(fields, at);
        arrays[column].put(row.fields(), at, size);
        at += size;
      }
    }
    byte[][] bytes = new byte[arrays.length][];
    for (int column = 0; column < bytes.length; column++) {
      bytes[column] = arrays[column].array();
    }
    return bytes;
  }

  private static int sizeAt(ByteBuffer fields, int at) {
    return Integer.BYTES + Math.max(0, fields.getInt(at));
  }
}
