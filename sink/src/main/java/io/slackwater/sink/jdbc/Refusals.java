package io.slackwater.sink.jdbc;

/**
 * Conditions in SQL under which a database would refuse to publish what is about to be staged.
 *
 * @param ofRow over the columns of one row
 * @param ofChunk over {@code given}, a chunk of rows as one array per column: true if one of them
 *     is refused
 */
record Refusals(String ofRow, String ofChunk) {
  /** Nothing has to be asked for. */
  static final Refusals NONE = new Refusals("FALSE", "FALSE");
}
