package io.slackwater.sink.jdbc;

/** What a column holds, and the Java type that {@link RowMapping} gives for it. */
public enum ColumnType {
  /** {@link Integer}. */
  INTEGER,
  /** {@link Long}. */
  BIGINT,
  /** {@link java.math.BigDecimal}, 38 digits with a fixed scale; never rounded. */
  NUMERIC,
  /** {@link String}. */
  TEXT,
  /** {@link java.time.Instant}, microseconds kept, stored in UTC. */
  TIMESTAMP
}
