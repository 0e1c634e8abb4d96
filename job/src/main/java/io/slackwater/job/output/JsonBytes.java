package io.slackwater.job.output;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import javax.annotation.Nullable;

/**
 * JSON as the UTF-8 bytes it is written in, in a buffer that is used again: there is a result for
 * nearly every event where customers are many, and each has the same fields. A text with anything
 * in it that may have to be escaped is left to Jackson.
 */
final class JsonBytes {
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NULL = ascii("null");
  private static final long DAY_MS = 86_400_000;

  /** Results are of today, and profiles mostly of the last days. A power of two. */
  private static final int DATES = 8;

  private final long[] days = new long[DATES];
  private final byte[][] dates = new byte[DATES][];
  private byte[] bytes = new byte[512];
  private int length;

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  JsonBytes clear() {
    length = 0;
    return this;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** Bytes that are JSON already. */
  JsonBytes raw(byte[] json) {
    require(json.length);
    System.arraycopy(json, 0, bytes, length, json.length);
    length += json.length;
    return this;
  }

  /** A number, or anything else that is JSON already. */
  JsonBytes raw(String json) {
    require(json.length());
    for (int i = 0; i < json.length(); i++) {
      bytes[length++] = (byte) json.charAt(i);
    }
    return this;
  }

  JsonBytes text(@Nullable String text) {
    if (text == null) {
      return raw(NULL);
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return isPlain(utf8) ? quoted(utf8) : raw(byJackson(json -> json.writeString(text)));
  }

  /** A text by its UTF-8. */
  JsonBytes text(byte[] utf8) {
    return isPlain(utf8)
        ? quoted(utf8)
        : raw(byJackson(json -> json.writeUTF8String(utf8, 0, utf8.length)));
  }

  private JsonBytes quoted(byte[] utf8) {
    require(utf8.length + 2);
    append('"');
    System.arraycopy(utf8, 0, bytes, length, utf8.length);
    length += utf8.length;
    append('"');
    return this;
  }

  /** An instant in UTC, as {@link java.time.Instant#toString} has it. */
  JsonBytes instant(@Nullable Long epochMillis) {
    return epochMillis == null ? raw(NULL) : instant(epochMillis.longValue());
  }

  /** The same of one that is there. */
  JsonBytes instant(long epochMillis) {
    int milliOfDay = (int) Math.floorMod(epochMillis, DAY_MS);
    int second = milliOfDay / 1000;
    require(32);
    append('"');
    raw(date(Math.floorDiv(epochMillis, DAY_MS)));
    append('T');
    twoDigits(second / 3600).append(':');
    twoDigits(second / 60 % 60).append(':');
    twoDigits(second % 60);
    int milli = milliOfDay % 1000;
    if (milli != 0) {
      append('.');
      append((char) ('0' + milli / 100));
      twoDigits(milli % 100);
    }
    append('Z');
    append('"');
    return this;
  }

  private byte[] date(long day) {
    int slot = (int) day & (DATES - 1);
    if (dates[slot] == null || days[slot] != day) {
      days[slot] = day;
      dates[slot] = ascii(LocalDate.ofEpochDay(day).toString());
    }
    return dates[slot];
  }

  private JsonBytes twoDigits(int number) {
    append((char) ('0' + number / 10));
    append((char) ('0' + number % 10));
    return this;
  }

  private void append(char ascii) {
    bytes[length++] = (byte) ascii;
  }

  /** Whether nothing in a text is written otherwise than it is. */
  private static boolean isPlain(byte[] utf8) {
    for (byte next : utf8) {
      boolean control = next >= 0 && next < ' ';
      boolean surrogates = (next & 0xf8) == 0xf0;
      if (control || surrogates || next == '"' || next == '\\') {
        return false;
      }
    }
    return true;
  }

  private static byte[] byJackson(Writing text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
      text.to(json);
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: writing into memory", e);
    }
    return bytes.toByteArray();
  }

  private void require(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  @FunctionalInterface
  private interface Writing {
    void to(JsonGenerator json) throws IOException;
  }
}
