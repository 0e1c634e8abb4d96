package io.slackwater.job.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of a JSON string and checks everything on the way: escapes, control characters,
 * UTF-8.
 *
 * <p>Strings are most of a record's bytes, and nearly all of them plain ASCII. So eight bytes are
 * looked at as one word: a byte of {@code word ^ q} is zero where the byte was {@code q}, and
 * subtracting one raises the highest bit of a byte that was zero, or had it before, which is only
 * where the byte was not ASCII. Borrows run upwards only, so the lowest raised bit is exact, and in
 * little-endian order the lowest byte is the first one.
 */
final class StringScanner {
  static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = ONES << 7;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private boolean escaped;

  /**
   * Skips a string whose content begins at {@code at}.
   *
   * @return the position behind its closing quote
   */
  int skip(byte[] in, int at) throws Refusal {
    escaped = false;
    int lastWord = in.length - Long.BYTES;
    while (true) {
      while (at <= lastWord) {
        long special = special((long) WORD.get(in, at));
        if (special != 0) {
          at += Long.numberOfTrailingZeros(special) >>> 3;
          break;
        }
        at += Long.BYTES;
      }
      if (at >= in.length) {
        throw Refusal.unexpected(in, at, "the end of a string");
      }
      byte next = in[at];
      if (next == '"') {
        return at + 1;
      }
      if (next < 0) {
        at = skipNonAscii(in, at);
      } else if (next == '\\') {
        escaped = true;
        at = skipEscape(in, at + 1);
      } else if (next >= ' ') {
        at++;
      } else {
        throw Refusal.malformed(at, "control character 0x%02x in a string".formatted(next));
      }
    }
  }

  /** Whether the string skipped last holds an escape, so that its bytes are not its text. */
  boolean sawEscape() {
    return escaped;
  }

  private static long special(long word) {
    long quote = (word ^ QUOTES) - ONES;
    long backslash = (word ^ BACKSLASHES) - ONES;
    return (quote | backslash | (word - SPACES) | word) & HIGH;
  }

  private static int skipNonAscii(byte[] in, int at) throws Refusal {
    do {
      int length = Utf8Sequence.length(in, at);
      if (length == 0) {
        throw Refusal.notUtf8(in, at);
      }
      at += length;
    } while (at < in.length && in[at] < 0);
    return at;
  }

  private static int skipEscape(byte[] in, int at) throws Refusal {
    return switch (at < in.length ? in[at] : -1) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
      case 'u' -> skipHex(in, at + 1);
      default -> throw Refusal.unexpected(in, at, "an escape (one of \"\\/bfnrtu)");
    };
  }

  private static int skipHex(byte[] in, int start) throws Refusal {
    int end = start + 4;
    for (int at = start; at < end; at++) {
      if (at >= in.length || Character.digit(in[at], 16) < 0) {
        throw Refusal.unexpected(in, at, "a hexadecimal digit");
      }
    }
    return end;
  }
}
