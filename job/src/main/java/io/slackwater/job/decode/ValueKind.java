package io.slackwater.job.decode;

/** What stands at the place of a needed field. */
enum ValueKind {
  MISSING,
  NULL,
  /** A text whose bytes are its UTF-8. */
  TEXT,
  /** A JSON string with escapes still to be resolved. */
  ESCAPED_TEXT,
  /** A record key that is not UTF-8. */
  BROKEN_TEXT,
  NUMBER,
  /** {@code true} or {@code false}. */
  BOOLEAN,
  /** An object or an array. */
  CONTAINER
}
