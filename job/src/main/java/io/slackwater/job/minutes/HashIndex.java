package io.slackwater.job.minutes;

/**
 * Addresses by hash, in open addressing: one array of longs, a hash and an address in each. What is
 * at an address, and whether it is what is looked for, only the caller knows:
 *
 * <pre>
 *   for (int slot = index.first(hash); !index.isEmpty(slot); slot = index.next(slot)) {
 *     if (index.hash(slot) == hash &amp;&amp; isIt(index.address(slot))) {
 * </pre>
 *
 * <p>Nothing is ever removed. The hashes are to be well mixed: their low bits choose the slot.
 */
final class HashIndex {
  private static final int FIRST_SLOTS = 8;
  private static final int ARRAY_HEADER_BYTES = 16;

  /** Hash in the upper half, address + 1 in the lower; 0 if empty. */
  private long[] slots = new long[1];

  private int size;

  int first(int hash) {
    return hash & (slots.length - 1);
  }

  int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  boolean isEmpty(int slot) {
    return slots[slot] == 0;
  }

  int hash(int slot) {
    return (int) (slots[slot] >>> Integer.SIZE);
  }

  int address(int slot) {
    return (int) slots[slot] - 1;
  }

  /** Adds an address, which is not negative. */
  void put(int hash, int address) {
    if (4 * (size + 1L) > 3L * slots.length) {
      grow();
    }
    insert(((long) hash << Integer.SIZE) | (address + 1L));
    size++;
  }

  private void grow() {
    long[] former = slots;
    slots = new long[Math.max(FIRST_SLOTS, 2 * former.length)];
    for (long slot : former) {
      if (slot != 0) {
        insert(slot);
      }
    }
  }

  private void insert(long entry) {
    int slot = first((int) (entry >>> Integer.SIZE));
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    slots[slot] = entry;
  }

  /** Heap that this takes. */
  long bytes() {
    return ARRAY_HEADER_BYTES + (long) Long.BYTES * slots.length;
  }
}
