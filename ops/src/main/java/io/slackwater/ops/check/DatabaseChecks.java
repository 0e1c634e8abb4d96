package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfig;
import io.slackwater.sink.jdbc.DatabaseFacts;
import io.slackwater.sink.jdbc.TableShape;
import io.slackwater.sink.jdbc.TableShape.Column;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether the database has the tables as the DDL makes them, and lets the job work with them. */
final class DatabaseChecks {
  /** One to write, one to publish. */
  private static final int SESSIONS_PER_SUBTASK = 2;

  private final Plan plan;
  private final DatabaseFacts database;
  private final Findings findings;

  DatabaseChecks(Plan plan, DatabaseFacts database, Findings findings) {
    this.plan = plan;
    this.database = database;
    this.findings = findings;
  }

  void check() {
    if (database.readOnly()) {
      findings.add(
          DatabaseFinding.DATABASE_READ_ONLY,
          "%s takes no writes here".formatted(database.product()));
    }
    database.tables().forEach(this::table);
    durability();
    int wanted = SESSIONS_PER_SUBTASK * plan.parallelism();
    if (database.freeConnections().isEmpty()) {
      findings.notChecked(
          "sessions that the database has left", database.product() + " does not tell");
    } else if (database.freeConnections().getAsInt() < wanted) {
      findings.add(
          DatabaseFinding.CONNECTIONS_FEW,
          "%d sessions are left, %d subtasks open %d"
              .formatted(database.freeConnections().getAsInt(), plan.parallelism(), wanted));
    }
    if (plan.job().results().jdbc().mode() == JobConfig.JdbcMode.UPSERT) {
      findings.add(DatabaseFinding.UPSERT_MODE, "results.jdbc.mode is upsert");
    }
  }

  /** What the sink itself turns off it turns off for a transaction that the next one makes good. */
  private void durability() {
    if (database.synchronousCommit().isEmpty()) {
      findings.notChecked(
          "whether commits are durable when they are acknowledged",
          database.product() + " is not asked for it");
    } else if (database.synchronousCommit().get().equals("off")) {
      findings.add(
          DatabaseFinding.COMMITS_NOT_DURABLE, "sessions of this user have synchronous_commit=off");
    }
  }

  private void table(DatabaseFacts.Table table) {
    String name = table.needed().name();
    if (table.found() == null) {
      findings.add(DatabaseFinding.TABLE_MISSING, "there is no table %s".formatted(name));
      return;
    }
    columns(table.needed(), table.found());
    if (!table.needed().key().equals(table.found().key())) {
      findings.add(
          DatabaseFinding.KEY_DIFFERS,
          "the primary key of %s is %s, needed is %s"
              .formatted(name, table.found().key(), table.needed().key()));
    }
    if (table.missingPrivileges() == null) {
      findings.notChecked(
          "privileges on the tables", database.product() + " cannot be asked for them");
    } else {
      for (String privilege : table.missingPrivileges()) {
        findings.add(DatabaseFinding.PRIVILEGE_MISSING, "%s on %s".formatted(privilege, name));
      }
    }
  }

  private void columns(TableShape needed, TableShape found) {
    Map<String, Column> there = byName(found);
    for (Column want : needed.columns()) {
      Column have = there.remove(want.name());
      if (have == null) {
        findings.add(
            DatabaseFinding.COLUMN_MISSING,
            "%s has no column %s".formatted(needed.name(), want.name()));
        continue;
      }
      if (!want.type().equals(have.type()) || want.nullable() != have.nullable()) {
        findings.add(
            DatabaseFinding.COLUMN_DIFFERS,
            "%s.%s is %s, needed is %s"
                .formatted(needed.name(), want.name(), text(have), text(want)));
      }
      if (want.checked() && !have.checked()) {
        findings.add(
            DatabaseFinding.CHECK_MISSING,
            "%s.%s has no check".formatted(needed.name(), want.name()));
      }
    }
    for (Column extra : there.values()) {
      if (!extra.nullable() && !extra.filled()) {
        findings.add(
            DatabaseFinding.COLUMN_UNFILLED,
            "%s.%s is not null and has no default".formatted(needed.name(), extra.name()));
      }
    }
  }

  private static Map<String, Column> byName(TableShape table) {
    return table.columns().stream().collect(Collectors.toMap(Column::name, Function.identity()));
  }

  private static String text(Column column) {
    return column.type() + (column.nullable() ? "" : " not null");
  }
}
