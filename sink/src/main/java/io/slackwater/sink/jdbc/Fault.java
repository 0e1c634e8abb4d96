package io.slackwater.sink.jdbc;

/** What an error of the database means for the sink. */
enum Fault {
  /** The server is away, busy or chose this transaction as a victim: try again. */
  PASSING,
  /** The content of a row is to blame: find the row. */
  ROW,
  /** A key of the sink's own tables is taken. */
  DUPLICATE,
  /** Anything else: fail. */
  LASTING
}
