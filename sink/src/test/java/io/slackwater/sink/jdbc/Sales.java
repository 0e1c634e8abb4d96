package io.slackwater.sink.jdbc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Rows that follow from a number alone, so that any part of the stream can be made again. */
final class Sales {
  static final int KEYS = 20;

  private Sales() {}

  static TableSpec table(String name) {
    return new TableSpec(
        name,
        List.of(
            ColumnSpec.of("customer_id", ColumnType.TEXT),
            ColumnSpec.of("window_start", ColumnType.TIMESTAMP),
            ColumnSpec.of("revision", ColumnType.INTEGER),
            ColumnSpec.of("orders", ColumnType.BIGINT),
            ColumnSpec.numeric("revenue", 2).orNull()),
        List.of("customer_id", "window_start"),
        "revision");
  }

  static Object[] values(Long n) {
    return new Object[] {
      "c-" + n % KEYS,
      Instant.ofEpochSecond(60 * (n % 3)),
      (int) (n / (KEYS * 3)),
      n,
      n % 5 == 0 ? null : BigDecimal.valueOf(n, 2)
    };
  }

  /** What the table holds after the rows {@code 0..count-1}, in the order of the key. */
  static List<String> model(long count) {
    TreeMap<String, String> rows = new TreeMap<>();
    LongStream.range(0, count)
        .forEach(
            n -> {
              Object[] v = values(n);
              rows.put(
                  v[0] + "|" + n % 3,
                  "%s|1970-01-01 00:0%d:00|%s|%s|%s".formatted(v[0], n % 3, v[2], v[3], v[4]));
            });
    return List.copyOf(rows.values());
  }

  static String select(String table) {
    return "SELECT customer_id, window_start AT TIME ZONE 'UTC', revision, orders, revenue FROM "
        + table
        + " ORDER BY (customer_id || '|') COLLATE \"C\", window_start";
  }
}
