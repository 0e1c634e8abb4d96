package io.slackwater.job.decode;

/**
 * Thrown where a record turns out to be unusable. It is an ordinary outcome of reading hostile
 * bytes, so it carries no stack trace: a flood of bad records must not cost more than good ones.
 */
final class Refusal extends Exception {
  private static final int MAX_DETAIL = 200;

  private final DeadLetterReason reason;

  Refusal(DeadLetterReason reason, String detail) {
    super(
        detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL - 3) + "...",
        null,
        false,
        false);
    this.reason = reason;
  }

  /** A document that is not JSON at byte {@code at}. */
  static Refusal malformed(int at, String why) {
    return new Refusal(DeadLetterReason.MALFORMED_JSON, "byte " + at + ": " + why);
  }

  /** Bytes that are not UTF-8 at byte {@code at}. */
  static Refusal notUtf8(byte[] in, int at) {
    return new Refusal(
        DeadLetterReason.INVALID_UTF8,
        "byte %d: 0x%02x does not begin a valid UTF-8 sequence".formatted(at, in[at]));
  }

  /** The document goes on with something else than the grammar allows there, or ends too early. */
  static Refusal unexpected(byte[] in, int at, String expected) {
    if (at >= in.length) {
      return malformed(at, "expected " + expected + " but the record ends");
    }
    byte found = in[at];
    if (found < 0 && Utf8Sequence.length(in, at) == 0) {
      return notUtf8(in, at);
    }
    String shown =
        found > ' ' && found < 0x7f ? "'" + (char) found + "'" : "0x%02x".formatted(found);
    return malformed(at, "expected " + expected + " but found " + shown);
  }

  Decoded.Rejected rejected() {
    return new Decoded.Rejected(reason, getMessage());
  }
}
