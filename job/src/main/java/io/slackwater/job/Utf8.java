package io.slackwater.job;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An immutable text as its UTF-8 bytes: a customer's id, an event's id. The customer's is the key
 * of the keyed streams, so {@link #hashCode} decides the key group and must never change:
 * savepoints depend on it.
 *
 * <p>Bytes rather than a string because an id travels from one record's bytes to another's, and is
 * hashed and compared once per event on the way.
 */
public final class Utf8 implements Comparable<Utf8> {
  private final byte[] utf8;
  private final int hash;

  private Utf8(byte[] utf8) {
    this.utf8 = utf8;
    this.hash = Arrays.hashCode(utf8);
  }

  /** Takes ownership of {@code utf8}, which must not be changed afterwards. */
  public static Utf8 wrap(byte[] utf8) {
    return new Utf8(utf8);
  }

  public static Utf8 of(String text) {
    return new Utf8(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes themselves, not a copy: callers must not change them. */
  public byte[] bytes() {
    return utf8;
  }

  @Override
  public int compareTo(Utf8 other) {
    return Arrays.compareUnsigned(utf8, other.utf8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Utf8 that && hash == that.hash && Arrays.equals(utf8, that.utf8);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
