package io.slackwater.job.decode;

/**
 * What stood between two scalars when it was last checked: ends of containers, a comma, a key, a
 * colon, beginnings of containers. Records of one kind have the same keys in the same order, so
 * what follows a gap is nearly always what followed it before, and comparing that by words replaces
 * checking it byte by byte.
 *
 * <p>Whether a gap is valid depends on its bytes and on the containers that are open before it, and
 * both are compared in full, so a gap that is known is one that was checked. Only how often that
 * happens depends on the slot in which it is looked for, and which goes by the gap before it. A
 * slot keeps what it saw last; nothing is allocated.
 */
final class KnownGaps {
  /** The slot of what an outermost container begins with. */
  static final int FIRST = 0;

  /** The length of a gap that is not known. */
  static final int UNKNOWN = 0;

  /** Bytes of the longest gap that is kept. */
  static final int MAX_BYTES = 3 * Long.BYTES;

  private static final int SLOT_BITS = 8;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  // A slot is a line of the processor's cache. The bytes that a mask leaves out are zero.
  private static final int WORDS = 8;
  private static final int HEAD = 0;
  private static final int HEAD_MASK = 1;
  private static final int MIDDLE = 2;
  private static final int MIDDLE_MASK = 3;
  private static final int TAIL = 4;
  private static final int OPEN_BEFORE = 5;
  private static final int OPEN_BEHIND = 6;
  private static final int LENGTH_AND_NEXT = 7;

  private final long[] slots = new long[WORDS << SLOT_BITS];

  /**
   * The length of the gap at {@code at} if it is the one in the slot, otherwise {@link #UNKNOWN}.
   * There is a byte behind a gap that is known.
   *
   * @param open the open containers, as {@link UnneededContainer} writes them
   */
  int length(int slot, byte[] in, int at, long open) {
    int from = slot * WORDS;
    if (slots[from + OPEN_BEFORE] != open || !fits(in, at)) {
      return UNKNOWN;
    }
    int length = (int) slots[from + LENGTH_AND_NEXT];
    long different = (word(in, at) ^ slots[from + HEAD]) & slots[from + HEAD_MASK];
    different |= (word(in, at + 8) ^ slots[from + MIDDLE]) & slots[from + MIDDLE_MASK];
    if (length > 16) {
      different |= word(in, at + length - 8) ^ slots[from + TAIL];
    }
    return different == 0 ? length : UNKNOWN;
  }

  /** The open containers behind the gap in the slot. */
  long openBehind(int slot) {
    return slots[slot * WORDS + OPEN_BEHIND];
  }

  /** The slot of the gap that follows the one in the slot. */
  int slotBehind(int slot) {
    return (int) (slots[slot * WORDS + LENGTH_AND_NEXT] >>> 32);
  }

  /** Keeps a gap that was checked, if it is short enough and not at the end of the document. */
  void learn(int slot, byte[] in, int start, int end, long before, long behind) {
    int length = end - start;
    if (length > MAX_BYTES || !fits(in, start)) {
      return;
    }
    int from = slot * WORDS;
    long headMask = mask(length);
    long middleMask = mask(length - 8);
    long head = word(in, start) & headMask;
    long middle = word(in, start + 8) & middleMask;
    long tail = length > 16 ? word(in, end - 8) : 0;
    long hash = ((((head * MIX) ^ middle) * MIX) ^ tail) * MIX;
    long next = hash >>> (Long.SIZE - SLOT_BITS);
    slots[from + HEAD] = head;
    slots[from + HEAD_MASK] = headMask;
    slots[from + MIDDLE] = middle;
    slots[from + MIDDLE_MASK] = middleMask;
    slots[from + TAIL] = tail;
    slots[from + OPEN_BEFORE] = before;
    slots[from + OPEN_BEHIND] = behind;
    slots[from + LENGTH_AND_NEXT] = (next << 32) | length;
  }

  private static boolean fits(byte[] in, int at) {
    return at < in.length - MAX_BYTES;
  }

  private static long mask(int bytes) {
    return bytes >= 8 ? -1 : (1L << (Math.max(bytes, 0) << 3)) - 1;
  }

  private static long word(byte[] in, int at) {
    return (long) StringScanner.WORD.get(in, at);
  }
}
