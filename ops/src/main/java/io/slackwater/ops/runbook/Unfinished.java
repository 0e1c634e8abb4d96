package io.slackwater.ops.runbook;

/** A change in the journal that somebody has to finish or undo before there can be another. */
final class Unfinished {
  private Unfinished() {}

  static IllegalStateException refusal(Operation operation) {
    return new IllegalStateException(
        "%s to %s on %d subtasks was interrupted: run that command again to finish it, or rollback --yes to undo it"
            .formatted(
                operation.kind().command(),
                operation.to().release().label(),
                operation.to().parallelism()));
  }
}
