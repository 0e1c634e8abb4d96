package io.slackwater.job.decode;

/** The bound on a record's value, checked before a byte of it is looked at. */
final class RecordSize {
  private RecordSize() {}

  static void check(byte[] value, int maxBytes) throws Refusal {
    if (value.length > maxBytes) {
      throw new Refusal(
          DeadLetterReason.TOO_LARGE,
          "%d bytes, allowed are %d (events.max-record-bytes)".formatted(value.length, maxBytes));
    }
  }
}
