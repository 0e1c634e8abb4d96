package io.slackwater.job.decode;

/**
 * A hash of a text, eight bytes at a time. The seed is secret, so that nobody can write a document
 * whose keys, or a million ids, all collide; no result depends on it.
 */
public final class KeyHash {
  private final long seed;
  private final long multiplier;

  public KeyHash(long seed) {
    this.seed = seed;
    this.multiplier = ((seed ^ 0x9e3779b97f4a7c15L) * 0xd1342543de82ef95L) | 1;
  }

  long of(byte[] bytes, int start, int end) {
    return of(bytes, start, end, 0);
  }

  /** Of a text together with a number. */
  public long of(byte[] bytes, int start, int end, int number) {
    int length = end - start;
    long begin = seed ^ ((long) number << Integer.SIZE) ^ length;
    if (length < Long.BYTES) {
      return mix(begin ^ lessThanWord(bytes, start, length));
    }
    // The last word may overlap the one before it: cheaper than a byte loop for the rest.
    long hash = begin;
    int last = end - Long.BYTES;
    for (int at = start; at < last; at += Long.BYTES) {
      hash = mix(hash ^ (long) StringScanner.WORD.get(bytes, at));
    }
    return mix(hash ^ (long) StringScanner.WORD.get(bytes, last));
  }

  private static long lessThanWord(byte[] bytes, int start, int length) {
    if (start + Long.BYTES <= bytes.length) {
      long word = (long) StringScanner.WORD.get(bytes, start);
      return word & ((1L << (length << 3)) - 1);
    }
    long word = 0;
    for (int i = start + length - 1; i >= start; i--) {
      word = (word << 8) | (bytes[i] & 0xff);
    }
    return word;
  }

  private long mix(long word) {
    return Math.multiplyHigh(word, multiplier) ^ (word * multiplier);
  }
}
