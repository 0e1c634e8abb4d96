package io.slackwater.job.minutes;

import java.util.Arrays;

/**
 * Sorts customers as RocksDB sorts its keys: shorter ones first ({@code Utf8Serializer} writes the
 * length in front), then byte by byte. A closing window looks up many customers of one key group;
 * in this order the next one's row is in the block that has just been read and unpacked, or in the
 * one behind it.
 *
 * <p>Sorts four bytes at a time together with the address, as longs, so no object is compared. Only
 * speed depends on the order, so what is alike so far in {@value #MOST_BYTES} bytes stays as it is.
 */
final class KeyOrder {
  private static final int ADDRESS_BITS = 31;
  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;
  private static final int MOST_BYTES = 256;

  /** The keys that lie at addresses. */
  interface Keys {
    int length(int address);

    /** Four bytes of a key from an index on, the first one highest, with zeros behind its end. */
    int word(int address, int index);
  }

  private final Keys keys;

  /** What is compared now, and the address below it. */
  private final long[] entries;

  private KeyOrder(int[] addresses, Keys keys) {
    this.keys = keys;
    this.entries = new long[addresses.length];
    for (int i = 0; i < addresses.length; i++) {
      entries[i] = entry(keys.length(addresses[i]), addresses[i]);
    }
  }

  /** Sorts addresses, none of which is negative, by the keys at them. */
  static void sort(int[] addresses, Keys keys) {
    KeyOrder order = new KeyOrder(addresses, keys);
    order.sort(0, addresses.length, 0);
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = order.address(i);
    }
  }

  private static long entry(int compared, int address) {
    return Integer.toUnsignedLong(compared) << ADDRESS_BITS | address;
  }

  private int address(int i) {
    return (int) (entries[i] & ADDRESS);
  }

  /**
   * Sorts a range by what its entries have, and those that are alike by the bytes from an index.
   */
  private void sort(int from, int to, int index) {
    Arrays.sort(entries, from, to);
    for (int start = from, end; start < to; start = end) {
      end = endOfAlike(start, to);
      if (end - start > 1 && index < Math.min(keys.length(address(start)), MOST_BYTES)) {
        for (int i = start; i < end; i++) {
          entries[i] = entry(keys.word(address(i), index), address(i));
        }
        sort(start, end, index + Integer.BYTES);
      }
    }
  }

  private int endOfAlike(int start, int to) {
    int end = start + 1;
    while (end < to && entries[end] >>> ADDRESS_BITS == entries[start] >>> ADDRESS_BITS) {
      end++;
    }
    return end;
  }
}
