package io.slackwater.job.config;

/** What is computed over a window. All are exact, so the order of records never matters. */
public enum AggregateFunction {
  COUNT,
  SUM,
  MIN,
  MAX,
  AVG
}
