package io.slackwater.job.minutes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Records of bytes, one behind the other, that are never moved or removed: what would be millions
 * of objects is some thousand arrays. A record lies within one page, and its address is an int, so
 * an index over it needs no object either. The last page grows as it is needed, since most key
 * groups of a quiet job hold a handful of records.
 */
final class PagedBytes {
  static final int PAGE_BYTES = 1 << 14;

  private static final int OFFSET_BITS = 14;
  private static final int FIRST_BYTES = 128;
  private static final int NEXT_BYTES = PAGE_BYTES / 4;
  private static final int MOST_PAGES = 1 << (31 - OFFSET_BITS);
  private static final int ARRAY_HEADER_BYTES = 16;
  private static final int BYTES_PER_PAGE_ENTRY = 8 + 4;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private byte[][] pages = new byte[1][];
  private int[] ends = new int[1];
  private int count;
  private long bytes;

  /**
   * Makes room for a record, all zeros.
   *
   * @return its address
   */
  int allocate(int length) {
    if (count == 0 || ends[count - 1] + length > PAGE_BYTES) {
      addPage(Math.max(length, count == 0 ? FIRST_BYTES : NEXT_BYTES));
    }
    int last = count - 1;
    int offset = ends[last];
    if (offset + length > pages[last].length) {
      int size = Math.max(pages[last].length / 2 * 3, offset + length);
      size = Math.min(PAGE_BYTES, size);
      bytes += size - pages[last].length;
      pages[last] = Arrays.copyOf(pages[last], size);
    }
    ends[last] = offset + length;
    return (last << OFFSET_BITS) | offset;
  }

  private void addPage(int size) {
    if (count == MOST_PAGES) {
      throw new IllegalStateException(
          "one key group's customers of one window take more than 2 GiB: start anew with a higher job.max-parallelism");
    }
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    pages[count++] = new byte[size];
    bytes += size + ARRAY_HEADER_BYTES;
  }

  /** Whether half of what can be addressed is used. */
  boolean isHalfFull() {
    return count >= MOST_PAGES / 2;
  }

  int pageCount() {
    return count;
  }

  /** Where the records of a page end. */
  int end(int page) {
    return ends[page];
  }

  /** The address of a page's first record. */
  static int firstOf(int page) {
    return page << OFFSET_BITS;
  }

  static int pageOf(int address) {
    return address >>> OFFSET_BITS;
  }

  /** The page that a record lies in, at {@link #offset}; invalid once anything is allocated. */
  byte[] array(int address) {
    return pages[address >>> OFFSET_BITS];
  }

  static int offset(int address) {
    return address & (PAGE_BYTES - 1);
  }

  /** Heap that this takes. */
  long bytes() {
    return bytes + (long) pages.length * BYTES_PER_PAGE_ENTRY;
  }

  static int getInt(byte[] page, int at) {
    return (int) INT.get(page, at);
  }

  static void putInt(byte[] page, int at, int value) {
    INT.set(page, at, value);
  }

  /** Up to four bytes, the first one highest, and zeros for those that there are fewer. */
  static int word(byte[] page, int at, int bytes) {
    if (bytes >= Integer.BYTES) {
      return (int) WORD.get(page, at);
    }
    int word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (page[at + i] & 0xff) << (24 - Byte.SIZE * i);
    }
    return word;
  }

  static int getUnsignedShort(byte[] page, int at) {
    return (short) SHORT.get(page, at) & 0xffff;
  }

  static void putShort(byte[] page, int at, int value) {
    SHORT.set(page, at, (short) value);
  }

  static long getLong(byte[] page, int at) {
    return (long) LONG.get(page, at);
  }

  static void putLong(byte[] page, int at, long value) {
    LONG.set(page, at, value);
  }
}
