package io.slackwater.ops.check;

import static io.slackwater.ops.check.Severity.ERROR;
import static io.slackwater.ops.check.Severity.NOTE;
import static io.slackwater.ops.check.Severity.WARNING;

/** About the savepoint that the job is to start from. */
enum SavepointFinding implements FindingId {
  SAVEPOINT_UNREADABLE(
      ERROR,
      "nothing can be restored from it",
      "check the path and the rights; take another savepoint while the job still runs"),
  UID_UNKNOWN(
      ERROR,
      "the job has no operator for this state, and Flink refuses to drop it",
      "start with the configuration that has the output, or with the release that has the operator"),
  UID_NEW(
      NOTE,
      "the operator starts empty, as in a first start",
      "nothing, if the output was added on purpose"),
  MAX_PARALLELISM_CHANGED(
      ERROR,
      "Flink refuses state that has another number of key groups",
      "set job.max-parallelism to what the savepoint has"),
  STATE_INCOMPATIBLE(
      ERROR,
      "Flink refuses to restore a state whose serializer cannot read it",
      "restore with the release that wrote it, or take the change of the type back"),
  STATE_UNKNOWN(
      WARNING,
      "this release does not register the state, so nothing reads it any more",
      "check that it is the right release for this savepoint"),
  STATE_MIGRATED(
      NOTE,
      "Flink rewrites the state when it is restored or used, and the former release cannot go back",
      "keep this savepoint until the new release has proved itself"),
  LAYOUT_CHANGED(
      ERROR,
      "open windows and profiles are numbers and texts without names, so the job refuses to read them under another configuration",
      "restore with the former window and attributes, or start without state"),
  SAVEPOINT_TRANSACTIONS_OLD(
      WARNING,
      "unless the savepoint ended the job, these transactions still have to be committed, and the broker may have aborted them: the job then stops",
      "take a newer savepoint, or stop with one, which commits everything"),
  SAVEPOINT_BEFORE_RETENTION(
      ERROR,
      "the events between the savepoint and the beginning of the log are deleted",
      "restore a newer savepoint or checkpoint"),
  TTL_CHANGED(
      WARNING,
      "profiles that were found by the old TTL are expired under the new one, or the other way round",
      "set customers.ttl to what it was, or accept the change");

  private final Severity severity;
  private final String why;
  private final String change;

  SavepointFinding(Severity severity, String why, String change) {
    this.severity = severity;
    this.why = why;
    this.change = change;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, why, change);
  }
}
