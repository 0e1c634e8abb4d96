package io.slackwater.job.decode;

/**
 * Well-formed UTF-8 as Unicode's table 3-7 has it: no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */
final class Utf8Sequence {
  private Utf8Sequence() {}

  /** The length (2 to 4) of the sequence that begins with the non-ASCII byte {@code at}, or 0. */
  static int length(byte[] in, int at) {
    int first = in[at] & 0xff;
    int second = at + 1 < in.length ? in[at + 1] & 0xff : 0;
    if (first < 0xe0) {
      return first >= 0xc2 && isContinuation(second) ? 2 : 0;
    }
    if (first < 0xf0) {
      int lowest = first == 0xe0 ? 0xa0 : 0x80;
      int highest = first == 0xed ? 0x9f : 0xbf;
      return second >= lowest && second <= highest && continues(in, at + 2) ? 3 : 0;
    }
    int lowest = first == 0xf0 ? 0x90 : 0x80;
    int highest = first == 0xf4 ? 0x8f : 0xbf;
    boolean valid = first <= 0xf4 && second >= lowest && second <= highest;
    return valid && continues(in, at + 2) && continues(in, at + 3) ? 4 : 0;
  }

  static boolean isValid(byte[] in) {
    int at = 0;
    while (at < in.length) {
      int length = in[at] >= 0 ? 1 : length(in, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private static boolean continues(byte[] in, int at) {
    return at < in.length && isContinuation(in[at] & 0xff);
  }

  private static boolean isContinuation(int value) {
    return (value & 0xc0) == 0x80;
  }
}
