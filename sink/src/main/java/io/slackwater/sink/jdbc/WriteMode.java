package io.slackwater.sink.jdbc;

/** When rows become visible to readers, and what a crash can do to them. */
public enum WriteMode {
  /** Exactly once: visible after the checkpoint completed, never partly, never twice. */
  TWO_PHASE,
  /**
   * At least once, idempotent: visible as soon as a chunk is full, at the latest at the checkpoint.
   * After a crash readers may for a while see rows of work that is being repeated.
   */
  UPSERT
}
