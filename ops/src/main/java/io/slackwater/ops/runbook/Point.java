package io.slackwater.ops.runbook;

/** What {@code rollback} goes back to: a savepoint, and what ran when it was taken. */
record Point(Taken savepoint, Shape shape) {}
