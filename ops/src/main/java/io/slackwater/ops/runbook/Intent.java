package io.slackwater.ops.runbook;

import io.slackwater.ops.runbook.Operation.Kind;
import javax.annotation.Nullable;

/**
 * A change that somebody wants.
 *
 * @param restore what the new job starts from; null: from where the running one is stopped
 * @param cancels does without a savepoint: the newest checkpoint has to do
 * @param allowNonRestoredState drops state that the new job has no operator for
 */
record Intent(
    Kind kind,
    Incumbent incumbent,
    Shape to,
    @Nullable Taken restore,
    boolean cancels,
    boolean allowNonRestoredState) {

  /** Who goes back does so because what runs is bad: it is no measure. */
  boolean isCompared() {
    return kind != Kind.ROLLBACK;
  }
}
