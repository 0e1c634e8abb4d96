package io.slackwater.job.decode;

import java.util.Arrays;

/**
 * The keys seen so far in the objects of one document that hold needed fields: an open-addressing
 * table of positions in the document. Keys of several open objects live side by side, told apart by
 * the object's number, so nothing has to be saved and restored when objects nest.
 *
 * <p>Equal hashes are settled by comparing the keys' texts, so the answer is exact.
 */
final class ObjectKeys {
  private static final int INITIAL_CAPACITY = 128;

  private byte[] document = {};
  private int size;
  private int[] objects = new int[INITIAL_CAPACITY];
  private long[] hashes = new long[INITIAL_CAPACITY];
  private int[] starts = new int[INITIAL_CAPACITY];
  private int[] ends = new int[INITIAL_CAPACITY];

  void begin(byte[] document) {
    this.document = document;
    if (objects.length > INITIAL_CAPACITY) {
      allocate(INITIAL_CAPACITY);
    } else if (size > 0) {
      Arrays.fill(objects, 0);
    }
    size = 0;
  }

  /**
   * Notes the key whose content is {@code [start, end)} of the document.
   *
   * @param object the number of its object, from 1
   * @return false if that object already has this key
   */
  boolean add(int object, long hash, int start, int end) {
    if (size * 2 >= objects.length) {
      grow();
    }
    int slot = slot(object, hash);
    while (objects[slot] != 0) {
      if (hashes[slot] == hash
          && objects[slot] == object
          && sameText(starts[slot], ends[slot], start, end)) {
        return false;
      }
      slot = (slot + 1) & (objects.length - 1);
    }
    put(slot, object, hash, start, end);
    size++;
    return true;
  }

  private void put(int slot, int object, long hash, int start, int end) {
    objects[slot] = object;
    hashes[slot] = hash;
    starts[slot] = start;
    ends[slot] = end;
  }

  private int slot(int object, long hash) {
    long mixed = (hash + object) * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 32) & (objects.length - 1);
  }

  private boolean sameText(int start, int end, int otherStart, int otherEnd) {
    if (Arrays.equals(document, start, end, document, otherStart, otherEnd)) {
      return true;
    }
    // Only an escape can spell one text in two ways; equal hashes make this a duplicate, nearly
    // always, so the record is refused and the two buffers are not worth keeping.
    UnescapedText text = new UnescapedText();
    UnescapedText other = new UnescapedText();
    text.read(document, start, end);
    other.read(document, otherStart, otherEnd);
    return text.contentEquals(other);
  }

  private void grow() {
    int[] oldObjects = objects;
    long[] oldHashes = hashes;
    int[] oldStarts = starts;
    int[] oldEnds = ends;
    allocate(oldObjects.length * 4);
    for (int i = 0; i < oldObjects.length; i++) {
      if (oldObjects[i] != 0) {
        int slot = slot(oldObjects[i], oldHashes[i]);
        while (objects[slot] != 0) {
          slot = (slot + 1) & (objects.length - 1);
        }
        put(slot, oldObjects[i], oldHashes[i], oldStarts[i], oldEnds[i]);
      }
    }
  }

  private void allocate(int capacity) {
    objects = new int[capacity];
    hashes = new long[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
  }
}
