package io.slackwater.job.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The parts of a JSON document that are no strings and have no parts. */
final class JsonTokens {
  private static final VarHandle LETTERS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  // The last four letters of each.
  private static final int TRUE = 't' << 24 | 'r' << 16 | 'u' << 8 | 'e';
  private static final int FALSE = 'a' << 24 | 'l' << 16 | 's' << 8 | 'e';
  private static final int NULL = 'n' << 24 | 'u' << 16 | 'l' << 8 | 'l';

  private JsonTokens() {}

  /** The position behind the white space at {@code at}, if there is any. */
  static int skipSpace(byte[] in, int at) {
    return at < in.length && in[at] > ' ' ? at : skipSpaces(in, at);
  }

  private static int skipSpaces(byte[] in, int at) {
    while (at < in.length
        && (in[at] == ' ' || in[at] == '\n' || in[at] == '\r' || in[at] == '\t')) {
      at++;
    }
    return at;
  }

  /**
   * The position behind {@code true}, {@code false} or {@code null}, of which the first is seen.
   */
  static int skipLiteral(byte[] in, int at) throws Refusal {
    byte first = in[at];
    int after = first == 'f' ? at + 5 : at + 4;
    int letters = first == 't' ? TRUE : first == 'f' ? FALSE : NULL;
    if (after > in.length || (int) LETTERS.get(in, after - 4) != letters) {
      throw Refusal.malformed(at, "expected true, false or null");
    }
    return after;
  }

  /** The position behind a number that begins at {@code start}. */
  static int skipNumber(byte[] in, int start) throws Refusal {
    int at = in[start] == '-' ? start + 1 : start;
    at = at < in.length && in[at] == '0' ? at + 1 : skipDigits(in, at);
    if (at < in.length && in[at] == '.') {
      at = skipDigits(in, at + 1);
    }
    if (at < in.length && (in[at] | 0x20) == 'e') {
      at++;
      boolean signed = at < in.length && (in[at] == '+' || in[at] == '-');
      at = skipDigits(in, signed ? at + 1 : at);
    }
    return at;
  }

  private static int skipDigits(byte[] in, int start) throws Refusal {
    int at = start;
    while (at < in.length && in[at] >= '0' && in[at] <= '9') {
      at++;
    }
    if (at == start) {
      throw Refusal.unexpected(in, at, "a digit");
    }
    return at;
  }

  /** The position behind the quote that a key begins with. */
  static int skipQuote(byte[] in, int at) throws Refusal {
    if (at >= in.length || in[at] != '"') {
      throw Refusal.unexpected(in, at, "a key in double quotes");
    }
    return at + 1;
  }

  /** The position of the value behind a key that ends at {@code at}. */
  static int skipColon(byte[] in, int at) throws Refusal {
    int colon = skipSpace(in, at);
    if (colon >= in.length || in[colon] != ':') {
      throw Refusal.unexpected(in, colon, "':'");
    }
    return skipSpace(in, colon + 1);
  }

  /** The position behind the end of an object or array, which nothing else can be at {@code at}. */
  static int skipEnd(byte[] in, int at, boolean object) throws Refusal {
    if (at >= in.length || in[at] != (object ? '}' : ']')) {
      throw Refusal.unexpected(in, at, object ? "',' or '}'" : "',' or ']'");
    }
    return at + 1;
  }
}
