package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DdlTest {
  private static final TableSpec TABLE =
      new TableSpec(
          "sales.by_minute",
          List.of(
              ColumnSpec.of("customer", ColumnType.TEXT),
              ColumnSpec.of("start", ColumnType.TIMESTAMP),
              ColumnSpec.of("revision", ColumnType.INTEGER),
              ColumnSpec.numeric("total", 4).orNull()),
          List.of("customer", "start"),
          "revision");

  @Test
  void upsertNeedsResultsOwnerAndProgress() {
    assertThat(Ddl.script(DatabaseKind.POSTGRESQL, TABLE, WriteMode.UPSERT))
        .isEqualTo(
            """
            CREATE TABLE IF NOT EXISTS "sales"."by_minute" (
              "customer" text NOT NULL CHECK (octet_length("customer") <= 2500),
              "start" timestamptz NOT NULL,
              "revision" integer NOT NULL,
              "total" numeric(38, 4),
              PRIMARY KEY ("customer", "start")
            );

            CREATE TABLE IF NOT EXISTS "sales"."by_minute_owner" (
              writer text NOT NULL,
              generation bigint NOT NULL,
              job_id text NOT NULL,
              registered_at bigint NOT NULL,
              pruned_before bigint NOT NULL,
              PRIMARY KEY (writer, generation),
              UNIQUE (writer, job_id)
            );

            CREATE TABLE IF NOT EXISTS "sales"."by_minute_progress_part" (
              writer text NOT NULL,
              parallelism integer NOT NULL,
              subtask integer NOT NULL,
              attempt text NOT NULL,
              complete_through timestamptz,
              PRIMARY KEY (writer, parallelism, subtask)
            );

            CREATE OR REPLACE VIEW "sales"."by_minute_progress" AS
            SELECT writer, MAX(through) AS complete_through
            FROM (
              SELECT writer, MIN(complete_through) AS through
              FROM "sales"."by_minute_progress_part"
              GROUP BY writer, parallelism
              HAVING COUNT(complete_through) = GREATEST(parallelism, 1)
            ) AS claims
            GROUP BY writer;
            """);
  }

  @Test
  void twoPhaseAddsStagingAndLedger() {
    assertThat(Ddl.script(DatabaseKind.POSTGRESQL, TABLE, WriteMode.TWO_PHASE))
        .contains(
            """
            CREATE TABLE IF NOT EXISTS "sales"."by_minute_staging" (
              slackwater_batch uuid NOT NULL,
              slackwater_seq bigint NOT NULL,
              slackwater_rows integer NOT NULL,
              slackwater_hash bigint NOT NULL,
              "customer" text[] NOT NULL CHECK (cardinality("customer") = slackwater_rows),
              "start" timestamptz[] NOT NULL CHECK (cardinality("start") = slackwater_rows),
              "revision" integer[] NOT NULL CHECK (cardinality("revision") = slackwater_rows),
              "total" numeric(38, 4)[] NOT NULL CHECK (cardinality("total") = slackwater_rows),
              PRIMARY KEY (slackwater_batch, slackwater_seq)
            );

            CREATE TABLE IF NOT EXISTS "sales"."by_minute_ledger" (
              batch_id uuid PRIMARY KEY,
              writer text NOT NULL,
              subtask integer NOT NULL,
              attempt text NOT NULL,
              staged_at bigint NOT NULL,
              checkpoint_id bigint,
              row_count bigint,
              published_at bigint,
              swept_at bigint
            );

            CREATE INDEX IF NOT EXISTS "by_minute_ledger_ends" ON "sales"."by_minute_ledger" (writer, published_at);
            """)
        .endsWith(
            """
            ALTER TABLE "sales"."by_minute_staging"
              ALTER COLUMN "customer" SET STORAGE EXTERNAL,
              ALTER COLUMN "start" SET STORAGE EXTERNAL,
              ALTER COLUMN "revision" SET STORAGE EXTERNAL,
              ALTER COLUMN "total" SET STORAGE EXTERNAL;
            """);
  }
}
