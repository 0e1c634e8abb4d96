package io.slackwater.job.recount;

/** Where the results lie that are compared, and where corrections go. */
public enum Comparison {
  KAFKA,
  JDBC
}
