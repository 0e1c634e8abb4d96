package io.slackwater.job.decode;

/**
 * A hash of a key's text, eight bytes at a time. The seed is secret, so that nobody can write a
 * document whose keys all collide; no result depends on it.
 */
final class KeyHash {
  private final long seed;
  private final long multiplier;

  KeyHash(long seed) {
    this.seed = seed;
    this.multiplier = ((seed ^ 0x9e3779b97f4a7c15L) * 0xd1342543de82ef95L) | 1;
  }

  long of(byte[] bytes, int start, int end) {
    long hash = seed ^ (end - start);
    int at = start;
    for (; end - at >= Long.BYTES; at += Long.BYTES) {
      hash = mix(hash ^ (long) StringScanner.WORD.get(bytes, at));
    }
    return mix(hash ^ tail(bytes, at, end));
  }

  private static long tail(byte[] bytes, int at, int end) {
    if (at + Long.BYTES <= bytes.length) {
      long word = (long) StringScanner.WORD.get(bytes, at);
      return word & ((1L << ((end - at) << 3)) - 1);
    }
    long word = 0;
    for (int i = end - 1; i >= at; i--) {
      word = (word << 8) | (bytes[i] & 0xff);
    }
    return word;
  }

  private long mix(long word) {
    return Math.multiplyHigh(word, multiplier) ^ (word * multiplier);
  }
}
