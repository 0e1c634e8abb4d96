package io.slackwater.job.decode;

import java.util.Arrays;

/**
 * The text of a JSON string as UTF-8, its escapes resolved. Holds one text at a time; the buffer is
 * reused.
 */
final class UnescapedText {
  private byte[] bytes = new byte[64];
  private int length;
  private boolean loneSurrogate;

  /** Reads the content of a string that {@link StringScanner} has already checked. */
  void read(byte[] in, int start, int end) {
    if (bytes.length < end - start) {
      bytes = new byte[end - start];
    }
    length = 0;
    loneSurrogate = false;
    int at = start;
    while (at < end) {
      byte next = in[at++];
      if (next != '\\') {
        bytes[length++] = next;
      } else if (in[at] == 'u') {
        at = unicode(in, at + 1, end);
      } else {
        bytes[length++] = simple(in[at++]);
      }
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /**
   * Whether there was half a surrogate pair, which no UTF-8 text can hold. It is kept in three
   * bytes all the same, so that keys which differ in it stay different.
   */
  boolean hasLoneSurrogate() {
    return loneSurrogate;
  }

  boolean contentEquals(UnescapedText other) {
    return Arrays.equals(bytes, 0, length, other.bytes, 0, other.length);
  }

  private int unicode(byte[] in, int at, int end) {
    int unit = hex(in, at);
    at += 4;
    if (!Character.isSurrogate((char) unit)) {
      append(unit);
      return at;
    }
    if (unit <= Character.MAX_HIGH_SURROGATE
        && at + 6 <= end
        && in[at] == '\\'
        && in[at + 1] == 'u') {
      int low = hex(in, at + 2);
      if (Character.isLowSurrogate((char) low)) {
        append(Character.toCodePoint((char) unit, (char) low));
        return at + 6;
      }
    }
    loneSurrogate = true;
    append(unit);
    return at;
  }

  private void append(int codePoint) {
    if (codePoint < 0x80) {
      bytes[length++] = (byte) codePoint;
    } else if (codePoint < 0x800) {
      bytes[length++] = (byte) (0xc0 | (codePoint >> 6));
      bytes[length++] = continuation(codePoint);
    } else if (codePoint < 0x10000) {
      bytes[length++] = (byte) (0xe0 | (codePoint >> 12));
      bytes[length++] = continuation(codePoint >> 6);
      bytes[length++] = continuation(codePoint);
    } else {
      bytes[length++] = (byte) (0xf0 | (codePoint >> 18));
      bytes[length++] = continuation(codePoint >> 12);
      bytes[length++] = continuation(codePoint >> 6);
      bytes[length++] = continuation(codePoint);
    }
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3f));
  }

  private static int hex(byte[] in, int at) {
    int unit = 0;
    for (int digit = at; digit < at + 4; digit++) {
      unit = (unit << 4) | Character.digit(in[digit], 16);
    }
    return unit;
  }

  private static byte simple(byte escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escape;
    };
  }
}
