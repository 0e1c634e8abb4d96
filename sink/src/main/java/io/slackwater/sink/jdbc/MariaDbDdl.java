package io.slackwater.sink.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables in MariaDB and MySQL. */
final class MariaDbDdl {
  private static final String OPTIONS = ") ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4";

  /** The index entry holds 3,072 bytes, a character up to 4. */
  private static final int KEY_CHARACTERS = 700;

  private final String exactCollation;

  MariaDbDdl(String exactCollation) {
    this.exactCollation = exactCollation;
  }

  List<String> create(Tables tables, WriteMode mode) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE IF NOT EXISTS %s (\n%s  PRIMARY KEY (%s)\n%s"
            .formatted(tables.results(), columns(tables), tables.key(), OPTIONS));
    if (mode == WriteMode.TWO_PHASE) {
      statements.add(staging(tables));
      statements.add(ledger(tables));
    }
    statements.add(owner(tables));
    statements.add(part(tables));
    statements.add(
        "CREATE OR REPLACE VIEW " + tables.progress() + " AS\n" + ProgressView.select(tables));
    return List.copyOf(statements);
  }

  private String columns(Tables tables) {
    return tables.spec().columns().stream()
        .map(
            column ->
                "  %s %s%s,\n"
                    .formatted(
                        tables.dialect().quote(column.name()),
                        type(tables.spec(), column),
                        column.nullable() ? " NULL" : " NOT NULL"))
        .collect(Collectors.joining());
  }

  private String type(TableSpec spec, ColumnSpec column) {
    return switch (column.type()) {
      case INTEGER -> "INT";
      case BIGINT -> "BIGINT";
      case NUMERIC -> "DECIMAL(38, %d)".formatted(column.scale());
      case TEXT -> text(spec, column);
      case TIMESTAMP -> "DATETIME(6)";
    };
  }

  private String text(TableSpec spec, ColumnSpec column) {
    if (!spec.isKey(column)) {
      return "LONGTEXT COLLATE " + exactCollation;
    }
    long textKeys =
        spec.columns().stream().filter(c -> spec.isKey(c) && c.type() == ColumnType.TEXT).count();
    return "VARCHAR(%d) COLLATE %s".formatted(KEY_CHARACTERS / textKeys, exactCollation);
  }

  private String staging(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          %s CHAR(36) CHARACTER SET ascii NOT NULL,
          %s BIGINT NOT NULL,
          %s BIGINT NOT NULL,
        %s  PRIMARY KEY (%s, %s)
        %s"""
        .formatted(
            tables.staging(),
            Tables.BATCH,
            Tables.SEQUENCE,
            Tables.HASH,
            columns(tables),
            Tables.BATCH,
            Tables.SEQUENCE,
            OPTIONS);
  }

  private String ledger(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          batch_id CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY,
          writer VARCHAR(64) COLLATE %s NOT NULL,
          subtask INT NOT NULL,
          attempt VARCHAR(64) CHARACTER SET ascii NOT NULL,
          staged_at BIGINT NOT NULL,
          checkpoint_id BIGINT,
          row_count BIGINT,
          published_at BIGINT,
          swept_at BIGINT,
          KEY ledger_ends (writer, published_at)
        %s"""
        .formatted(tables.ledger(), exactCollation, OPTIONS);
  }

  private String owner(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          writer VARCHAR(64) COLLATE %s NOT NULL,
          generation BIGINT NOT NULL,
          job_id VARCHAR(64) CHARACTER SET ascii NOT NULL,
          registered_at BIGINT NOT NULL,
          pruned_before BIGINT NOT NULL,
          PRIMARY KEY (writer, generation),
          UNIQUE KEY one_place (writer, job_id)
        %s"""
        .formatted(tables.owner(), exactCollation, OPTIONS);
  }

  private String part(Tables tables) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          writer VARCHAR(64) COLLATE %s NOT NULL,
          parallelism INT NOT NULL,
          subtask INT NOT NULL,
          attempt VARCHAR(64) CHARACTER SET ascii NOT NULL,
          complete_through DATETIME(6),
          PRIMARY KEY (writer, parallelism, subtask)
        %s"""
        .formatted(tables.part(), exactCollation, OPTIONS);
  }
}
