package io.slackwater.testkit.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * 128 bits of SHA-256 over key, value and headers: tells whether two records hold the same bytes
 * without keeping either.
 */
public record Fingerprint(long high, long low) {

  static Fingerprint of(LogRecord record, List<Header> headers) {
    MessageDigest digest = sha256();
    add(digest, record.key());
    add(digest, record.value());
    for (Header header : headers) {
      add(digest, header.key().getBytes(StandardCharsets.UTF_8));
      add(digest, header.value());
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new Fingerprint(hash.getLong(), hash.getLong());
  }

  /** The length goes first, so that no byte can wander from one part to its neighbour. */
  private static void add(MessageDigest digest, byte[] part) {
    int length = part == null ? -1 : part.length;
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    if (part != null) {
      digest.update(part);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
