package io.slackwater.job.minutes;

import io.slackwater.job.decode.KeyHash;

/** The hash of an id, as the tables in memory take it. */
final class IdHash {
  private final KeyHash hash;

  IdHash(long seed) {
    this.hash = new KeyHash(seed);
  }

  int of(byte[] id) {
    return of(id, 0);
  }

  /** Of an id together with a number. */
  int of(byte[] id, int number) {
    long whole = hash.of(id, 0, id.length, number);
    return (int) (whole ^ (whole >>> Integer.SIZE));
  }
}
