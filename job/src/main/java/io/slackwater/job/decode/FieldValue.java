package io.slackwater.job.decode;

import io.slackwater.job.config.FieldRef;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.annotation.Nullable;

/**
 * The value of one configured field in the current record: a kind, and a range of bytes which for a
 * text is the text itself. A view that {@link RecordFields#get} fills anew each time.
 */
final class FieldValue {
  private FieldRef field = FieldRef.KEY;
  private ValueKind kind = ValueKind.MISSING;
  private byte[] bytes = {};
  private int start;
  private int end;

  void set(FieldRef field, ValueKind kind, byte[] bytes, int start, int end) {
    this.field = field;
    this.kind = kind;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  ValueKind kind() {
    return kind;
  }

  /** Whether there is no value: the field is missing, or null. */
  boolean isAbsent() {
    return kind == ValueKind.MISSING || kind == ValueKind.NULL;
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  int length() {
    return end - start;
  }

  byte[] copy() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  /**
   * The value as an attribute: a string's text, the literal of a number or a boolean, the raw JSON
   * of an object or an array, null where there is none.
   */
  @Nullable
  String attribute() throws Refusal {
    if (isAbsent()) {
      return null;
    }
    if (kind == ValueKind.BROKEN_TEXT) {
      throw refusal(DeadLetterReason.INVALID_UTF8, "not UTF-8");
    }
    return new String(bytes, start, length(), StandardCharsets.UTF_8);
  }

  /** Refuses the record for what is at this field, which the detail then shows. */
  Refusal refusal(DeadLetterReason reason, String why) {
    String found =
        switch (kind) {
          case MISSING -> "";
          case TEXT, ESCAPED_TEXT, BROKEN_TEXT ->
              ", found \"" + Excerpt.of(bytes, start, end) + '"';
          default -> ", found " + Excerpt.of(bytes, start, end);
        };
    return new Refusal(reason, field + ": " + why + found);
  }
}
