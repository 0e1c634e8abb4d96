package io.slackwater.job.decode;

/**
 * An ISO-8601 instant, read from its bytes: {@code 2026-01-01T14:00:00.123+02:00}.
 *
 * <ul>
 *   <li>Date and time are in extended form; seconds may be left out (many writers do when they are
 *       zero), then without a fraction; a fraction has 1 to 9 digits.
 *   <li>The offset is required: {@code Z}, {@code +02:00}, {@code +0200} or {@code +02}, up to 18
 *       hours. {@code T} and {@code Z} may be lower case (RFC 3339).
 *   <li>{@code 24:00:00} is midnight of the next day. There is no leap second.
 * </ul>
 */
final class IsoTime {
  /** Not an instant. Outside the range of any that is. */
  static final long INVALID = Long.MIN_VALUE;

  private static final int SHORTEST = "2026-01-01T14:00Z".length();
  private static final int MINUTES_END = "2026-01-01T14:00".length();
  private static final int MAX_OFFSET_MINUTES = 18 * 60;
  private static final long DAY_SECONDS = 86_400;

  private IsoTime() {}

  /** Milliseconds since the epoch, finer digits cut off (which is the floor), or INVALID. */
  static long parse(byte[] in, int start, int end) {
    if (end - start < SHORTEST) {
      return INVALID;
    }
    long day = day(in, start);
    int minute = minuteOfDay(in, start);
    if (day == INVALID || minute < 0) {
      return INVALID;
    }
    int at = start + MINUTES_END;
    int second = 0;
    int millis = 0;
    if (in[at] == ':') {
      second = at + 3 < end ? two(in, at + 1) : -1;
      at += 3;
      if (second >= 0 && in[at] == '.') {
        int fractionEnd = digitsEnd(in, at + 1, end);
        if (fractionEnd == at + 1 || fractionEnd - at > 10) {
          return INVALID;
        }
        boolean zero = isZero(in, at + 1, fractionEnd);
        if (minute == 24 * 60 && !zero) {
          return INVALID;
        }
        millis = millis(in, at + 1, fractionEnd);
        at = fractionEnd;
      }
    }
    boolean secondFits = second >= 0 && second <= 59 && (minute < 24 * 60 || second == 0);
    int offset = secondFits ? offsetMinutes(in, at, end) : Integer.MIN_VALUE;
    if (offset == Integer.MIN_VALUE) {
      return INVALID;
    }
    return (day * DAY_SECONDS + (minute - offset) * 60L + second) * 1_000 + millis;
  }

  /** Days since the epoch. */
  private static long day(byte[] in, int at) {
    int century = two(in, at);
    int yearOfCentury = two(in, at + 2);
    int month = two(in, at + 5);
    int day = two(in, at + 8);
    boolean wellFormed = (century | yearOfCentury) >= 0 && in[at + 4] == '-' && in[at + 7] == '-';
    int year = century * 100 + yearOfCentury;
    if (!wellFormed || year < 1 || month < 1 || month > 12 || day < 1 || day > days(year, month)) {
      return INVALID;
    }
    // Years begin in March, so that the day that leap years add is the last one.
    int marchYear = month > 2 ? year : year - 1;
    int marchMonth = month > 2 ? month - 3 : month + 9;
    int dayOfYear = (153 * marchMonth + 2) / 5 + day - 1;
    return 365L * marchYear
        + marchYear / 4
        - marchYear / 100
        + marchYear / 400
        + dayOfYear
        - 719_468;
  }

  private static int days(int year, int month) {
    return switch (month) {
      case 4, 6, 9, 11 -> 30;
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      default -> 31;
    };
  }

  /** 0 to 24:00 inclusive, or negative. */
  private static int minuteOfDay(byte[] in, int at) {
    int hour = two(in, at + 11);
    int minute = two(in, at + 14);
    boolean wellFormed = (in[at + 10] | 0x20) == 't' && in[at + 13] == ':';
    if (!wellFormed || hour < 0 || hour > 24 || minute < 0 || minute > 59) {
      return -1;
    }
    return hour == 24 && minute > 0 ? -1 : hour * 60 + minute;
  }

  /** Minutes east of UTC, or MIN_VALUE. */
  private static int offsetMinutes(byte[] in, int at, int end) {
    int length = end - at;
    if (length == 1 && (in[at] | 0x20) == 'z') {
      return 0;
    }
    boolean signed = length >= 3 && (in[at] == '+' || in[at] == '-');
    boolean known = length == 3 || length == 5 || (length == 6 && in[at + 3] == ':');
    if (!signed || !known) {
      return Integer.MIN_VALUE;
    }
    int hours = two(in, at + 1);
    int minutes = length == 3 ? 0 : two(in, end - 2);
    int total = hours * 60 + minutes;
    if (hours < 0 || minutes < 0 || minutes > 59 || total > MAX_OFFSET_MINUTES) {
      return Integer.MIN_VALUE;
    }
    return in[at] == '-' ? -total : total;
  }

  /** A number of two digits, or negative. */
  private static int two(byte[] in, int at) {
    int tens = in[at] - '0';
    int ones = in[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
  }

  private static int millis(byte[] in, int start, int end) {
    int millis = 0;
    for (int at = start; at < start + 3; at++) {
      millis = millis * 10 + (at < end ? in[at] - '0' : 0);
    }
    return millis;
  }

  private static int digitsEnd(byte[] in, int at, int end) {
    while (at < end && in[at] >= '0' && in[at] <= '9') {
      at++;
    }
    return at;
  }

  private static boolean isZero(byte[] in, int start, int end) {
    for (int at = start; at < end; at++) {
      if (in[at] != '0') {
        return false;
      }
    }
    return true;
  }
}
