package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgArray;

/** Values in binary against the same values as text that the server itself has read. */
@ExtendWith(TestDatabase.class)
class PostgresBinaryIT {
  private static final Instant FIRST = Instant.parse("-4713-11-24T00:00:00Z");
  private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59.999999999Z");
  private static final int SCALE = 9;

  private final Random random = new Random(20260101);

  /** What the server makes of the values: as binary, and as text. */
  private static void assertSame(ColumnSpec column, List<?> values, List<String> texts)
      throws Exception {
    TableSpec table = new TableSpec("t", List.of(column), List.of(column.name()), null);
    RowEncoder encoder = new RowEncoder(table, new PostgresDialect());
    List<EncodedRow> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(encoder.encode(0, new Object[] {value}));
    }
    String type = PostgresDdl.type(column) + "[]";
    try (Connection connection = TestDatabase.address().connect()) {
      byte[] binary = PostgresBinary.arrays(table.columns(), rows)[0];
      List<String> found =
          read(
              connection,
              "SELECT unnest(CAST(? AS " + type + "))",
              new PgArray(
                  connection.unwrap(BaseConnection.class),
                  PostgresBinary.arrayType(column),
                  binary));
      List<String> expected =
          read(
              connection,
              "SELECT unnest(CAST(CAST(? AS text[]) AS " + type + "))",
              connection.createArrayOf("text", texts.toArray()));
      assertThat(found).hasSize(values.size()).isEqualTo(expected);
    }
  }

  private static List<String> read(Connection connection, String query, Array array)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setArray(1, array);
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
      return rows;
    }
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(value -> value == null ? null : value.toString()).toList();
  }

  @Test
  void numbersArriveAsGiven() throws Exception {
    List<Long> longs =
        Stream.concat(
                Stream.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE),
                random.longs(1_000).mapToObj(n -> n >> (n & 63)))
            .toList();
    assertSame(ColumnSpec.of("n", ColumnType.BIGINT), longs, texts(longs));
    List<Integer> ints = longs.stream().map(Long::intValue).toList();
    assertSame(ColumnSpec.of("n", ColumnType.INTEGER), ints, texts(ints));
  }

  @Test
  void decimalsArriveAsGiven() throws Exception {
    List<BigDecimal> decimals = new ArrayList<>(Arrays.asList(null, BigDecimal.ZERO));
    for (String edge : List.of("0.000000001", "1e28", "0e-99", "10000", "0.0001", "-1.5e3")) {
      decimals.add(new BigDecimal(edge));
    }
    decimals.add(BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE).movePointLeft(SCALE));
    for (int i = 0; i < 5_000; i++) {
      int scale = random.nextInt(SCALE + 6) - 5;
      int bits = random.nextInt(scale < 0 ? 70 : 120);
      BigInteger digits = new BigInteger(bits, random);
      // Zeros in the middle and at the ends are what a base of 10,000 can get wrong.
      BigInteger holes = BigInteger.TEN.pow(random.nextInt(12));
      BigInteger unscaled = i % 2 == 0 ? digits : digits.divide(holes).multiply(holes);
      if (new BigDecimal(unscaled, scale).precision() - scale <= 38 - SCALE) {
        decimals.add(new BigDecimal(i % 3 == 0 ? unscaled.negate() : unscaled, scale));
      }
    }
    assertThat(decimals).hasSizeGreaterThan(3_000);
    assertSame(
        ColumnSpec.numeric("n", SCALE),
        decimals,
        decimals.stream().map(n -> n == null ? null : n.toPlainString()).toList());
  }

  @Test
  void instantsArriveAsGivenToTheMicrosecondBelow() throws Exception {
    List<Instant> instants =
        new ArrayList<>(
            List.of(
                FIRST,
                LAST,
                Instant.EPOCH,
                Instant.parse("1999-12-31T23:59:59.999999999Z"),
                Instant.parse("0000-12-31T23:59:59.000001Z"),
                Instant.parse("1582-10-10T00:00:00Z")));
    for (int i = 0; i < 2_000; i++) {
      long second = random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond());
      instants.add(Instant.ofEpochSecond(second >> random.nextInt(10), random.nextInt(1 << 29)));
    }
    assertSame(
        ColumnSpec.of("t", ColumnType.TIMESTAMP),
        instants,
        instants.stream().map(PostgresBinary::text).toList());
  }

  @Test
  void textsArriveAsGiven() throws Exception {
    List<String> texts =
        Arrays.asList(
            "", "a", null, "NULL", "{\"\\,}", "\u00e9\u4e2d\ud83d\ude00", "x".repeat(9_999));
    assertSame(ColumnSpec.of("s", ColumnType.TEXT), texts, texts);
    assertSame(ColumnSpec.of("s", ColumnType.TEXT), texts.subList(0, 1), texts.subList(0, 1));
  }
}
