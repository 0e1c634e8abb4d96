package io.slackwater.sink.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables in PostgreSQL. */
final class PostgresDdl {
  /**
   * An index entry holds about 2,700 bytes. The staging table has no such index, so the bound is
   * said as a check, which staging looks up: an over-long key is found before the barrier.
   */
  private static final int KEY_BYTES = 2_500;

  private PostgresDdl() {}

  static List<String> create(Tables tables, WriteMode mode) {
    List<String> statements = new ArrayList<>();
    statements.add(results(tables));
    if (mode == WriteMode.TWO_PHASE) {
      statements.add(staging(tables));
      statements.add(ledger(tables));
      statements.add(
          "CREATE INDEX IF NOT EXISTS %s ON %s (writer, published_at)"
              .formatted(indexName(tables), tables.ledger()));
    }
    statements.add(owner(tables));
    statements.add(part(tables));
    statements.add(progress(tables));
    return List.copyOf(statements);
  }

  static String type(ColumnSpec column) {
    return switch (column.type()) {
      case INTEGER -> "integer";
      case BIGINT -> "bigint";
      case NUMERIC -> "numeric(38, %d)".formatted(column.scale());
      case TEXT -> "text";
      case TIMESTAMP -> "timestamptz";
    };
  }

  private static String results(Tables tables) {
    TableSpec spec = tables.spec();
    long textKeys =
        spec.columns().stream().filter(c -> spec.isKey(c) && c.type() == ColumnType.TEXT).count();
    StringBuilder sql = new StringBuilder("CREATE TABLE IF NOT EXISTS ");
    sql.append(tables.results()).append(" (\n");
    for (ColumnSpec column : spec.columns()) {
      String name = tables.dialect().quote(column.name());
      sql.append("  ").append(name).append(' ').append(type(column));
      if (!column.nullable()) {
        sql.append(" NOT NULL");
      }
      if (spec.isKey(column) && column.type() == ColumnType.TEXT) {
        sql.append(" CHECK (octet_length(%s) <= %d)".formatted(name, KEY_BYTES / textKeys));
      }
      sql.append(",\n");
    }
    return sql.append("  PRIMARY KEY (").append(tables.key()).append(")\n)").toString();
  }

  /** A chunk of rows per tuple, one array per column. */
  private static String staging(Tables tables) {
    StringBuilder sql = new StringBuilder("CREATE TABLE IF NOT EXISTS ");
    sql.append(tables.staging()).append(" (\n");
    sql.append("  %s uuid NOT NULL,\n".formatted(Tables.BATCH));
    sql.append("  %s bigint NOT NULL,\n".formatted(Tables.SEQUENCE));
    sql.append("  %s integer NOT NULL,\n".formatted(Tables.ROWS));
    sql.append("  %s bigint NOT NULL,\n".formatted(Tables.HASH));
    for (ColumnSpec column : tables.spec().columns()) {
      sql.append(
          "  %1$s %2$s[] NOT NULL CHECK (cardinality(%1$s) = %3$s),\n"
              .formatted(tables.dialect().quote(column.name()), type(column), Tables.ROWS));
    }
    return sql.append("  PRIMARY KEY (%s, %s)\n)".formatted(Tables.BATCH, Tables.SEQUENCE))
        .toString();
  }

  /** Arrays that live for one checkpoint are not worth compressing. */
  static String stagingStorage(Tables tables) {
    return tables.spec().columns().stream()
        .map(
            column ->
                "  ALTER COLUMN %s SET STORAGE EXTERNAL"
                    .formatted(tables.dialect().quote(column.name())))
        .collect(Collectors.joining(",\n", "ALTER TABLE " + tables.staging() + "\n", ""));
  }

  private static String ledger(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          batch_id uuid PRIMARY KEY,
          writer text NOT NULL,
          subtask integer NOT NULL,
          attempt text NOT NULL,
          staged_at bigint NOT NULL,
          checkpoint_id bigint,
          row_count bigint,
          published_at bigint,
          swept_at bigint
        )"""
        .formatted(tables.ledger());
  }

  private static String indexName(Tables tables) {
    String name = tables.spec().name();
    return tables.dialect().quote(name.substring(name.indexOf('.') + 1) + "_ledger_ends");
  }

  private static String owner(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          writer text NOT NULL,
          generation bigint NOT NULL,
          job_id text NOT NULL,
          registered_at bigint NOT NULL,
          pruned_before bigint NOT NULL,
          PRIMARY KEY (writer, generation),
          UNIQUE (writer, job_id)
        )"""
        .formatted(tables.owner());
  }

  private static String part(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          writer text NOT NULL,
          parallelism integer NOT NULL,
          subtask integer NOT NULL,
          attempt text NOT NULL,
          complete_through timestamptz,
          PRIMARY KEY (writer, parallelism, subtask)
        )"""
        .formatted(tables.part());
  }

  private static String progress(Tables tables) {
    return "CREATE OR REPLACE VIEW " + tables.progress() + " AS\n" + ProgressView.select(tables);
  }
}
