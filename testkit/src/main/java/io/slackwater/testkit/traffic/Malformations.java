package io.slackwater.testkit.traffic;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Ways to break an event or a profile; each makes it a dead letter for certain. */
final class Malformations {
  private static final String EVENT =
      "{\"eventId\":\"%s\",\"customerId\":%s,\"occurredAt\":\"%s\"%s}";
  private static final String TIME = "2026-01-01T14:00:00Z";

  private static final List<byte[]> EVENTS =
      List.of(
          utf8(""),
          utf8("{\"eventId\":\"x\",\"customerId\":\"c-1\""),
          utf8("\uFEFF" + event("\"c-1\"", TIME, "")),
          utf8(event("\"c-1\"", TIME, "") + event("\"c-1\"", TIME, "")),
          utf8(event("\"c-1\"", TIME, ",\"amount\":NaN")),
          utf8(event("\"c-1\"", TIME, ",\"amount\":1,\"amount\":2")),
          invalidUtf8(event("\"c-?\"", TIME, "")),
          utf8(event("null", TIME, "")),
          utf8(event("42.0", TIME, "")),
          utf8(event("\"c-1\"", "2026-01-01T14:00:00", "")),
          utf8(event("\"c-1\"", "2026-02-30T14:00:00Z", "")),
          utf8(event("\"c-1\"", TIME, ",\"amount\":0.001")),
          utf8(event("\"c-1\"", TIME, ",\"amount\":1e1000000000")),
          utf8("[".repeat(1001) + "]".repeat(1001)),
          utf8("{\"customerId\":\"c-1\",\"occurredAt\":\"" + TIME + "\"}"));

  private static final List<byte[]> PROFILES =
      List.of(
          utf8(""),
          utf8("{\"customerId\":\"c-1\",\"updatedAt\":"),
          utf8("{\"customerId\":\"c-1\"}"),
          utf8("{\"updatedAt\":\"" + TIME + "\"}"),
          utf8("{\"customerId\":true,\"updatedAt\":\"" + TIME + "\"}"),
          utf8("{\"customerId\":\"c-1\",\"updatedAt\":\"yesterday\"}"));

  private Malformations() {}

  /** The broken events, in turn; null values are another kind. */
  static byte[] event(long turn) {
    return EVENTS.get((int) Math.floorMod(turn, (long) EVENTS.size()));
  }

  static byte[] profile(long turn) {
    return PROFILES.get((int) Math.floorMod(turn, (long) PROFILES.size()));
  }

  private static String event(String customer, String time, String more) {
    return EVENT.formatted("x", customer, time, more);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Puts a byte that no UTF-8 holds where the question mark is. */
  private static byte[] invalidUtf8(String text) {
    byte[] bytes = utf8(text);
    byte[] broken = Arrays.copyOf(bytes, bytes.length);
    broken[text.indexOf('?')] = (byte) 0xff;
    return broken;
  }
}
