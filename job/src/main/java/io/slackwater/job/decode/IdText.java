package io.slackwater.job.decode;

import io.slackwater.job.Utf8;

/**
 * The one rule by which an id becomes a text. A string is its text; an integer is its digits as
 * written, so {@code 42} and {@code "42"} are the same id, {@code "0042"} is another, and no digit
 * is lost beyond 2^53. Anything that a producer could have written in two ways ({@code 42.0},
 * {@code 4.2e1}, {@code -0}) is no id, nor is an empty text, one of more than {@value #MAX_BYTES}
 * bytes, or one with a NUL character, which databases cannot store.
 */
final class IdText {
  static final int MAX_BYTES = 256;

  private final DeadLetterReason missing;
  private final DeadLetterReason invalid;

  IdText(DeadLetterReason missing, DeadLetterReason invalid) {
    this.missing = missing;
    this.invalid = invalid;
  }

  Utf8 read(FieldValue value) throws Refusal {
    if (value.isAbsent()) {
      throw value.refusal(missing, "an id is required");
    }
    switch (value.kind()) {
      case TEXT -> checkText(value);
      case NUMBER -> checkInteger(value);
      case BROKEN_TEXT -> throw value.refusal(invalid, "not UTF-8");
      default -> throw value.refusal(invalid, "expected a string or an integer");
    }
    if (value.length() > MAX_BYTES) {
      throw value.refusal(invalid, value.length() + " bytes, allowed are " + MAX_BYTES);
    }
    return Utf8.wrap(value.copy());
  }

  private void checkText(FieldValue value) throws Refusal {
    if (value.length() == 0) {
      throw value.refusal(invalid, "empty");
    }
    for (int at = value.start(); at < value.end(); at++) {
      if (value.bytes()[at] == 0) {
        throw value.refusal(invalid, "a NUL character is not allowed");
      }
    }
  }

  private void checkInteger(FieldValue value) throws Refusal {
    byte[] bytes = value.bytes();
    for (int at = value.start(); at < value.end(); at++) {
      if (bytes[at] != '-' && (bytes[at] < '0' || bytes[at] > '9')) {
        throw value.refusal(invalid, "expected a string or an integer");
      }
    }
    if (bytes[value.start()] == '-' && bytes[value.start() + 1] == '0') {
      throw value.refusal(invalid, "-0 is not an integer's canonical form");
    }
  }
}
