package io.slackwater.job.decode;

import java.nio.charset.StandardCharsets;

/** A short, printable piece of a record, for the detail of a refusal. */
final class Excerpt {
  private static final int MAX_BYTES = 48;

  private Excerpt() {}

  static String of(byte[] in, int start, int end) {
    boolean whole = end - start <= MAX_BYTES;
    int length = whole ? end - start : MAX_BYTES;
    String text = new String(in, start, length, StandardCharsets.UTF_8);
    return text.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?") + (whole ? "" : "...");
  }
}
