package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The ids of the events that the customers of a {@link WindowTable} have had: whole ids, not hashes
 * of them, for a collision would drop somebody's event. Those of one customer are a list, newest
 * first; all of them together have one index.
 *
 * <pre>
 *   owner (4) | previous id of the same owner (4) | length (2) | bytes
 * </pre>
 */
final class CountedIds {
  /** The end of a list. */
  static final int NONE = -1;

  private static final int PREVIOUS = Integer.BYTES;
  private static final int LENGTH = 2 * Integer.BYTES;
  private static final int TEXT = LENGTH + Short.BYTES;

  private final PagedBytes records = new PagedBytes();
  private final HashIndex index = new HashIndex();
  private final IdHash hashes;

  CountedIds(IdHash hashes) {
    this.hashes = hashes;
  }

  /** What {@link #contains} and {@link #add} want to know of an id. */
  int hash(int owner, Utf8 id) {
    return hashes.of(id.bytes(), owner);
  }

  boolean contains(int owner, Utf8 id, int hash) {
    for (int slot = index.first(hash); !index.isEmpty(slot); slot = index.next(slot)) {
      if (index.hash(slot) == hash && isAt(index.address(slot), owner, id.bytes())) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(int at, int owner, byte[] id) {
    byte[] page = records.array(at);
    int offset = PagedBytes.offset(at);
    int text = offset + TEXT;
    return PagedBytes.getInt(page, offset) == owner
        && PagedBytes.getUnsignedShort(page, offset + LENGTH) == id.length
        && Arrays.equals(page, text, text + id.length, id, 0, id.length);
  }

  /**
   * Adds an id, to be found again.
   *
   * @param previous the newest of the owner's list
   * @return the id, which is now the newest
   */
  int add(int owner, int previous, Utf8 id, int hash) {
    int at = append(owner, previous, id);
    index.put(hash, at);
    return at;
  }

  /** Adds an id that nobody will look for. */
  int append(int owner, int previous, Utf8 id) {
    byte[] bytes = id.bytes();
    int at = records.allocate(TEXT + bytes.length);
    byte[] page = records.array(at);
    int offset = PagedBytes.offset(at);
    PagedBytes.putInt(page, offset, owner);
    PagedBytes.putInt(page, offset + PREVIOUS, previous);
    PagedBytes.putShort(page, offset + LENGTH, bytes.length);
    System.arraycopy(bytes, 0, page, offset + TEXT, bytes.length);
    return at;
  }

  /** Writes a list as {@link Totals} have it. */
  void write(int newest, DataOutputView out) throws IOException {
    long count = 0;
    for (int at = newest; at != NONE; at = previous(at)) {
      count++;
    }
    Wire.writeUnsigned(count == 0 ? 0 : count + 1, out);
    for (int at = newest; at != NONE; at = previous(at)) {
      byte[] page = records.array(at);
      int offset = PagedBytes.offset(at);
      int length = PagedBytes.getUnsignedShort(page, offset + LENGTH);
      Wire.writeUnsigned(length + 1L, out);
      out.write(page, offset + TEXT, length);
    }
  }

  private int previous(int at) {
    return PagedBytes.getInt(records.array(at), PagedBytes.offset(at) + PREVIOUS);
  }

  boolean isHalfFull() {
    return records.isHalfFull();
  }

  /** Heap that this takes. */
  long bytes() {
    return records.bytes() + index.bytes();
  }
}
