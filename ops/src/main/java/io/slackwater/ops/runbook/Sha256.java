package io.slackwater.ops.runbook;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest by which contents are told apart. */
final class Sha256 {
  private Sha256() {}

  /** Of content that comes in pieces. */
  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String end(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  static String of(byte[] content) {
    MessageDigest digest = begin();
    digest.update(content);
    return end(digest);
  }
}
