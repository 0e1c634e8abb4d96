package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What the customers of one key group have done so far in one window: records in {@link PagedBytes}
 * with an index over them.
 *
 * <pre>
 *   newest id (4) | totals, see PackedTotals | length (2) | customer
 * </pre>
 *
 * <p>A customer with one event, an id of 36 bytes, a count and a sum takes some 100 bytes in all,
 * its share of the indices included; as objects it took five times as many. Numbers beyond 64 bits
 * are kept aside as objects.
 *
 * <p>Each page is written to the state as one page ({@link WindowPages}). Since new customers go to
 * the end, pages in front of it mostly are as they were written before.
 */
final class WindowTable {
  /** In the length of a customer: the totals are kept aside. */
  private static final int LARGE = 0x8000;

  private static final int MOST_ID_BYTES = LARGE - 1;
  private static final int OBJECTS_BYTES = 400;
  private static final int LARGE_BYTES = 256;
  private static final int LARGE_BYTES_PER_AGGREGATE = 128;

  private final Aggregates aggregates;
  private final PackedTotals packed;
  private final IdHash hashes;
  private final PagedBytes customers = new PagedBytes();
  private final HashIndex index = new HashIndex();
  private final CountedIds ids;
  private final Map<Integer, Totals> large = new HashMap<>(0);
  private final BitSet changed = new BitSet();
  private final int lengthAt;
  private final int customerAt;
  private int size;

  WindowTable(Aggregates aggregates, IdHash hashes) {
    this.aggregates = aggregates;
    this.packed = new PackedTotals(aggregates);
    this.hashes = hashes;
    this.ids = new CountedIds(hashes);
    this.lengthAt = Integer.BYTES + packed.bytes();
    this.customerAt = lengthAt + Short.BYTES;
  }

  /** Counts an event; false if its id has been counted before. */
  boolean add(Utf8 customer, @Nullable Utf8 id, Measures event) {
    int at = findOrInsert(customer);
    if (id != null) {
      int hash = ids.hash(at, id);
      if (newestId(at) != CountedIds.NONE && ids.contains(at, id, hash)) {
        return false;
      }
      newestId(at, ids.add(at, newestId(at), id, hash));
    }
    count(at, event);
    return true;
  }

  /**
   * Takes note of an event without looking whether its customer or its id has been seen before: for
   * {@link #merge} into a table in which that can be told.
   */
  void append(Utf8 customer, Utf8 id, Measures event) {
    int at = insert(customer);
    newestId(at, ids.append(at, CountedIds.NONE, id));
    count(at, event);
  }

  private void count(int at, Measures event) {
    changed.set(PagedBytes.pageOf(at));
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    if (isLarge(page, offset)) {
      aggregates.add(large.get(at), event);
    } else if (!packed.add(page, offset + Integer.BYTES, event)) {
      Totals totals = packed.load(page, offset + Integer.BYTES);
      aggregates.add(totals, event);
      setAside(at, totals);
    }
  }

  /**
   * Adds what a customer has done besides. Totals with several ids must come before any others of
   * that customer; those with a single one are of a single event, and are dropped if it is known.
   *
   * @return false if they were dropped
   */
  boolean merge(Utf8 customer, Totals totals) {
    int at = findOrInsert(customer);
    if (newestId(at) != CountedIds.NONE && anyCounted(at, customer, totals)) {
      return false;
    }
    for (Utf8 id : totals.ids()) {
      newestId(at, ids.add(at, newestId(at), id, ids.hash(at, id)));
    }
    Totals sum = totals(at);
    aggregates.merge(sum, totals);
    changed.set(PagedBytes.pageOf(at));
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    if (!isLarge(page, offset) && !packed.store(page, offset + Integer.BYTES, sum)) {
      setAside(at, sum);
    }
    return true;
  }

  private boolean anyCounted(int at, Utf8 customer, Totals totals) {
    for (Utf8 id : totals.ids()) {
      if (ids.contains(at, id, ids.hash(at, id))) {
        if (totals.ids().size() > 1) {
          throw new IllegalStateException(
              "event %s of customer %s is counted in two pages of one window: this is a fault in the job, please report it"
                  .formatted(id, customer));
        }
        return true;
      }
    }
    return false;
  }

  private int findOrInsert(Utf8 customer) {
    int hash = hashes.of(customer.bytes());
    for (int slot = index.first(hash); !index.isEmpty(slot); slot = index.next(slot)) {
      if (index.hash(slot) == hash && isAt(index.address(slot), customer.bytes())) {
        return index.address(slot);
      }
    }
    int at = insert(customer);
    index.put(hash, at);
    return at;
  }

  private boolean isAt(int at, byte[] customer) {
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    int start = offset + customerAt;
    return length(page, offset) == customer.length
        && Arrays.equals(page, start, start + customer.length, customer, 0, customer.length);
  }

  private int insert(Utf8 customer) {
    byte[] bytes = customer.bytes();
    if (bytes.length > MOST_ID_BYTES) {
      throw new IllegalArgumentException(
          "a customer's id of %d bytes; allowed are %d".formatted(bytes.length, MOST_ID_BYTES));
    }
    int at = customers.allocate(customerAt + bytes.length);
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    PagedBytes.putInt(page, offset, CountedIds.NONE);
    PagedBytes.putShort(page, offset + lengthAt, bytes.length);
    System.arraycopy(bytes, 0, page, offset + customerAt, bytes.length);
    size++;
    return at;
  }

  private int length(byte[] page, int offset) {
    return PagedBytes.getUnsignedShort(page, offset + lengthAt) & ~LARGE;
  }

  private int newestId(int at) {
    return PagedBytes.getInt(customers.array(at), PagedBytes.offset(at));
  }

  private void newestId(int at, int id) {
    PagedBytes.putInt(customers.array(at), PagedBytes.offset(at), id);
  }

  private boolean isLarge(byte[] page, int offset) {
    return (PagedBytes.getUnsignedShort(page, offset + lengthAt) & LARGE) != 0;
  }

  private void setAside(int at, Totals totals) {
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    PagedBytes.putShort(page, offset + lengthAt, length(page, offset) | LARGE);
    large.put(at, totals);
  }

  private Totals totals(int at) {
    byte[] page = customers.array(at);
    int offset = PagedBytes.offset(at);
    return isLarge(page, offset) ? large.get(at) : packed.load(page, offset + Integer.BYTES);
  }

  /** Number of customers, and one more for each event that was appended. */
  int size() {
    return size;
  }

  /** Heap that all this takes, near enough. */
  long bytes() {
    return OBJECTS_BYTES
        + customers.bytes()
        + index.bytes()
        + ids.bytes()
        + (long) large.size() * (LARGE_BYTES + LARGE_BYTES_PER_AGGREGATE * aggregates.size());
  }

  /** Whether it had better be spilled, whatever room there is. */
  boolean isFull() {
    return customers.isHalfFull() || ids.isHalfFull();
  }

  /** Gives every customer with its totals, without the ids. */
  <E extends Exception> void forEach(Entry<E> consumer) throws E {
    give(addresses(), consumer);
  }

  /** Does the same in the order that look-ups in the state are cheapest in. */
  <E extends Exception> void forEachInKeyOrder(Entry<E> consumer) throws E {
    int[] addresses = addresses();
    KeyOrder.sort(addresses, new Keys());
    give(addresses, consumer);
  }

  private int[] addresses() {
    int[] addresses = new int[size];
    int count = 0;
    for (int page = 0; page < pageCount(); page++) {
      int first = PagedBytes.firstOf(page);
      byte[] array = customers.array(first);
      for (int offset = 0; offset < customers.end(page); offset = next(array, offset)) {
        addresses[count++] = first + offset;
      }
    }
    return addresses;
  }

  private <E extends Exception> void give(int[] addresses, Entry<E> consumer) throws E {
    for (int at : addresses) {
      byte[] page = customers.array(at);
      int offset = PagedBytes.offset(at);
      Utf8 customer = Utf8.wrap(Arrays.copyOfRange(page, offset + customerAt, next(page, offset)));
      consumer.accept(customer, totals(at));
    }
  }

  private int next(byte[] page, int offset) {
    return offset + customerAt + length(page, offset);
  }

  int pageCount() {
    return customers.pageCount();
  }

  /** Whether a page has changed since it was written last. */
  boolean hasChanged(int page) {
    return changed.get(page);
  }

  /** Writes the customers of a page as {@link Totals} have them, ids included. */
  void writePage(int page, DataOutputView out) throws IOException {
    byte[] array = customers.array(PagedBytes.firstOf(page));
    for (int offset = 0; offset < customers.end(page); offset = next(array, offset)) {
      int length = length(array, offset);
      Wire.writeUnsigned(length + 1L, out);
      out.write(array, offset + customerAt, length);
      totals(PagedBytes.firstOf(page) + offset).writeNumbers(out);
      ids.write(PagedBytes.getInt(array, offset), out);
    }
    changed.clear(page);
  }

  private final class Keys implements KeyOrder.Keys {
    @Override
    public int length(int at) {
      return WindowTable.this.length(customers.array(at), PagedBytes.offset(at));
    }

    @Override
    public int word(int at, int index) {
      return PagedBytes.word(
          customers.array(at), PagedBytes.offset(at) + customerAt + index, length(at) - index);
    }
  }

  /** Takes one customer. */
  @FunctionalInterface
  interface Entry<E extends Exception> {
    void accept(Utf8 customer, Totals totals) throws E;
  }
}
