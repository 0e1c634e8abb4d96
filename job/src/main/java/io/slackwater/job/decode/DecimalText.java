package io.slackwater.job.decode;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * The exact value of a JSON number, shifted by a power of ten and cut to an integer: {@code
 * trunc(number × 10^shift)}, plus whether anything was cut off. Digits are moved, never computed
 * with, so the cost is linear in the literal's length and {@code 1e1000000000} is as cheap as
 * {@code 1}. Holds one number at a time.
 */
final class DecimalText {
  /** One more digit does not fit the widest column, {@code numeric(38)}. */
  static final int MAX_DIGITS = 38;

  private static final int LONG_DIGITS = 18;
  private static final long EXPONENT_LIMIT = 1_000_000_000_000L;

  private final byte[] digits = new byte[MAX_DIGITS];
  private int count;
  private boolean negative;
  private boolean exact;
  private long small;

  /**
   * Reads a number that {@link JsonScanner} has already checked.
   *
   * @return false if the result has more than {@value #MAX_DIGITS} digits, which are then not kept
   */
  boolean read(byte[] in, int start, int end, int shift) {
    negative = in[start] == '-';
    count = 0;
    small = 0;
    exact = true;
    int first = negative ? start + 1 : start;
    int mantissaEnd = end;
    int point = -1;
    for (int at = first; at < end; at++) {
      if (in[at] == '.') {
        point = at;
      } else if ((in[at] | 0x20) == 'e') {
        mantissaEnd = at;
        break;
      }
    }
    long whole = (point < 0 ? mantissaEnd : point) - first + exponent(in, mantissaEnd, end) + shift;
    return take(in, first, mantissaEnd, whole);
  }

  /** Whether nothing but zeros was cut off. */
  boolean isExact() {
    return exact;
  }

  /** Whether {@link #toLong} has the value. */
  boolean isSmall() {
    return count <= LONG_DIGITS;
  }

  long toLong() {
    return negative ? -small : small;
  }

  /** The largest integer not above the number; only for a value that {@link #isSmall}. */
  long floor() {
    return negative && !exact ? -small - 1 : toLong();
  }

  BigInteger toBigInteger() {
    if (isSmall()) {
      return BigInteger.valueOf(toLong());
    }
    BigInteger magnitude = new BigInteger(new String(digits, 0, count, StandardCharsets.US_ASCII));
    return negative ? magnitude.negate() : magnitude;
  }

  /** Takes the first {@code whole} digits of the mantissa, with zeros appended if it has fewer. */
  private boolean take(byte[] in, int first, int mantissaEnd, long whole) {
    for (int at = first; at < mantissaEnd; at++) {
      if (in[at] == '.') {
        continue;
      }
      if (whole > 0) {
        whole--;
        if (!append(in[at])) {
          return false;
        }
      } else if (in[at] != '0') {
        exact = false;
      }
    }
    while (whole > 0 && count > 0) {
      whole--;
      if (!append((byte) '0')) {
        return false;
      }
    }
    return true;
  }

  private boolean append(byte digit) {
    if (count == 0 && digit == '0') {
      return true;
    }
    if (count == MAX_DIGITS) {
      return false;
    }
    digits[count++] = digit;
    if (count <= LONG_DIGITS) {
      small = small * 10 + digit - '0';
    }
    return true;
  }

  /** The exponent behind the mantissa, bounded far beyond what any record's digits could undo. */
  private static long exponent(byte[] in, int mantissaEnd, int end) {
    int at = mantissaEnd + 1;
    if (at >= end) {
      return 0;
    }
    boolean minus = in[at] == '-';
    long exponent = 0;
    for (at = minus || in[at] == '+' ? at + 1 : at; at < end; at++) {
      exponent = Math.min(exponent * 10 + in[at] - '0', EXPONENT_LIMIT);
    }
    return minus ? -exponent : exponent;
  }
}
