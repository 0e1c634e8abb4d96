package io.slackwater.job.minutes;

/**
 * A hash of an id's bytes, eight at a time. The seed is not to be known to those who choose the
 * ids, so that nobody can send a million that collide; no result depends on it.
 */
final class IdHash {
  private final long seed;
  private final long multiplier;

  IdHash(long seed) {
    this.seed = seed;
    this.multiplier = ((seed ^ 0x9e3779b97f4a7c15L) * 0xd1342543de82ef95L) | 1;
  }

  int of(byte[] id) {
    return of(id, 0);
  }

  /** Of an id together with a number. */
  int of(byte[] id, int number) {
    long hash = seed ^ ((long) number << Integer.SIZE) ^ id.length;
    int at = 0;
    for (; at + Long.BYTES <= id.length; at += Long.BYTES) {
      hash = mix(hash ^ PagedBytes.getLong(id, at));
    }
    long rest = 0;
    for (int i = id.length - 1; i >= at; i--) {
      rest = (rest << Byte.SIZE) | (id[i] & 0xff);
    }
    hash = mix(hash ^ rest);
    return (int) (hash ^ (hash >>> Integer.SIZE));
  }

  private long mix(long word) {
    return Math.multiplyHigh(word, multiplier) ^ (word * multiplier);
  }
}
