package io.slackwater.sink.jdbc;

/** What readers ask: one row per writer, {@code complete_through}. */
final class ProgressView {
  private ProgressView() {}

  /** Only a full set of subtasks counts; the floor (parallelism 0) is a set of one. */
  static String select(Tables tables) {
    return """
        SELECT writer, MAX(through) AS complete_through
        FROM (
          SELECT writer, MIN(complete_through) AS through
          FROM %s
          GROUP BY writer, parallelism
          HAVING COUNT(complete_through) = GREATEST(parallelism, 1)
        ) AS claims
        GROUP BY writer"""
        .formatted(tables.part());
  }
}
