package io.slackwater.ops.check;

import static io.slackwater.ops.check.Severity.ERROR;
import static io.slackwater.ops.check.Severity.NOTE;
import static io.slackwater.ops.check.Severity.WARNING;

/** About the database that results go to. */
enum DatabaseFinding implements FindingId {
  DATABASE_UNREACHABLE(
      ERROR,
      "results cannot be written, and the job restarts until they can",
      "check results.jdbc.url, user and password, and the network from this host"),
  DATABASE_READ_ONLY(
      ERROR,
      "this is a standby, or the role may only read",
      "name the primary, such as with ?targetServerType=primary in results.jdbc.url"),
  TABLE_MISSING(
      ERROR,
      "the job stops before its first row",
      "create it: slackwater schema --create, or the DDL that slackwater schema prints"),
  COLUMN_MISSING(
      ERROR, "the job stops before its first row", "add the column as slackwater schema prints it"),
  COLUMN_DIFFERS(
      ERROR,
      "values are refused, rounded or cut, and rows become dead letters",
      "alter the column to what slackwater schema prints"),
  COLUMN_UNFILLED(
      ERROR,
      "the job does not know the column, and the database refuses every row without it",
      "give the column a default, make it nullable, or drop it"),
  KEY_DIFFERS(
      ERROR,
      "a corrected or repeated row does not replace the one before it",
      "set the primary key that slackwater schema prints"),
  CHECK_MISSING(
      WARNING,
      "a key that is too long for the index is found when rows are published, and stops the job, instead of making a dead letter",
      "add the check that slackwater schema prints"),
  PRIVILEGE_MISSING(
      ERROR,
      "the statement that needs it fails, and the job restarts for ever",
      "GRANT it to the user of results.jdbc.user"),
  CONNECTIONS_FEW(
      WARNING,
      "each subtask opens one session to write and one to publish",
      "raise max_connections or the role's limit, or put a pooler in front"),
  COMMITS_NOT_DURABLE(
      WARNING,
      "a crash of the database takes back rows that the job was told are durable, and nobody publishes them again",
      "set synchronous_commit = on in postgresql.conf, or with ALTER ROLE or ALTER DATABASE where it was set there; local, remote_write and remote_apply will do too"),
  UPSERT_MODE(
      NOTE,
      "rows appear before their checkpoint, and are written again after a failure",
      "set results.jdbc.mode: two-phase if readers must not see that");

  private final Severity severity;
  private final String why;
  private final String change;

  DatabaseFinding(Severity severity, String why, String change) {
    this.severity = severity;
    this.why = why;
    this.change = change;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, why, change);
  }
}
