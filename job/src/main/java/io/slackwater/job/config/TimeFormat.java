package io.slackwater.job.config;

/** How an event time is written in a payload. */
public enum TimeFormat {
  ISO_8601,
  EPOCH_SECONDS,
  EPOCH_MILLIS,
  EPOCH_MICROS
}
