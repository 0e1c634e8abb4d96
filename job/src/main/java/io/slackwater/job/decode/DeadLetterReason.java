package io.slackwater.job.decode;

import java.util.EnumSet;
import java.util.Set;

/**
 * Why a record became a dead letter. The texts are part of the wire format: they stand in the
 * header {@code slackwater.reason} and in the label of a metric.
 */
public enum DeadLetterReason {
  NULL_VALUE("null-value"),
  TOO_LARGE("too-large"),
  INVALID_UTF8("invalid-utf8"),
  MALFORMED_JSON("malformed-json"),
  DUPLICATE_FIELD("duplicate-field"),
  MISSING_CUSTOMER("missing-customer"),
  INVALID_CUSTOMER("invalid-customer"),
  MISSING_TIME("missing-time"),
  INVALID_TIME("invalid-time"),
  FUTURE_TIME("future-time"),
  MISSING_ID("missing-id"),
  INVALID_ID("invalid-id"),
  INVALID_NUMBER("invalid-number"),
  REJECTED_BY_DATABASE("rejected-by-database");

  private final String text;

  DeadLetterReason(String text) {
    this.text = text;
  }

  /** Those for which a record that was read is set aside. */
  public static Set<DeadLetterReason> ofRecords() {
    return EnumSet.complementOf(EnumSet.of(REJECTED_BY_DATABASE));
  }

  /** The reason as it is written on the wire. */
  public String text() {
    return text;
  }
}
