package io.slackwater.ops.lateness;

/**
 * How many different ids were seen, in 2 KiB: HyperLogLog (Flajolet et al. 2007) with 2048
 * registers, standard error 2.3 %, and linear counting while few are filled.
 */
final class DistinctCount {
  private static final int INDEX_BITS = 11;
  private static final int REGISTERS = 1 << INDEX_BITS;
  private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

  private final byte[] registers = new byte[REGISTERS];

  void add(byte[] id) {
    long hash = hash(id);
    int index = (int) (hash >>> (Long.SIZE - INDEX_BITS));
    // The one that is put in bounds the rank where all other bits are zero.
    long rest = hash << INDEX_BITS | 1L << (INDEX_BITS - 1);
    byte rank = (byte) (Long.numberOfLeadingZeros(rest) + 1);
    if (rank > registers[index]) {
      registers[index] = rank;
    }
  }

  long estimate() {
    double sum = 0;
    int empty = 0;
    for (byte register : registers) {
      sum += 1.0 / (1L << register);
      empty += register == 0 ? 1 : 0;
    }
    double raw = ALPHA * REGISTERS * REGISTERS / sum;
    boolean few = raw <= 2.5 * REGISTERS && empty > 0;
    return Math.round(few ? REGISTERS * Math.log((double) REGISTERS / empty) : raw);
  }

  /** FNV-1a over the bytes, then the finaliser of MurmurHash3, which spreads it over all bits. */
  private static long hash(byte[] id) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : id) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
