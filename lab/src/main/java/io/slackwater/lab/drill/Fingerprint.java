package io.slackwater.lab.drill;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/** A number and a checksum of rows, whatever their order. Thread-safe. */
final class Fingerprint {
  private long rows;
  private long sum;

  synchronized void add(String... row) {
    rows++;
    sum += hash(String.join("|", row));
  }

  private static long hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }

  synchronized long rows() {
    return rows;
  }

  /** The rows' number and checksum. */
  @Override
  public synchronized String toString() {
    return String.format(Locale.ROOT, "%,d rows, %016x", rows, sum);
  }
}
