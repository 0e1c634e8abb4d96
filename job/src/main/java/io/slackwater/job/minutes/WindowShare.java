package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.PartialAggregate;
import java.util.Arrays;
import javax.annotation.Nullable;

/**
 * One key group's share of one open window. Its pages in the state are of two kinds: those in front
 * are spilled, and nowhere else; those behind them are as the table in memory was at the last
 * checkpoint.
 *
 * <p>Once something is spilled, an event with an id is only appended: whether it has been counted
 * is decided when the window closes and everything comes together. An event without an id may be
 * added up with others, for sums of sums are sums.
 */
final class WindowShare {
  private final int keyGroup;
  private final long start;
  private final Aggregates aggregates;
  private final IdHash hashes;

  private int spilledPages;
  private long spilledBytes;
  private int spilledCustomers;

  @Nullable private WindowTable table;

  /** Bytes of each of the table's pages in the state. */
  private int[] written = {};

  WindowShare(int keyGroup, long start, Aggregates aggregates, IdHash hashes) {
    this.keyGroup = keyGroup;
    this.start = start;
    this.aggregates = aggregates;
    this.hashes = hashes;
  }

  int keyGroup() {
    return keyGroup;
  }

  /** Counts an event; false if it is known to be a duplicate. */
  boolean add(Decoded.Event event) {
    WindowTable table = table();
    if (spilledPages > 0 && event.id() != null) {
      table.append(event.customer(), event.id(), event.measures());
      return true;
    }
    return table.add(event.customer(), event.id(), event.measures());
  }

  /** Counts events that have been added up already, and have no ids. */
  void merge(PartialAggregate partial) {
    table().merge(partial.customer(), new Totals(partial.counts(), partial.values(), null));
  }

  private WindowTable table() {
    if (table == null) {
      table = new WindowTable(aggregates, hashes);
    }
    return table;
  }

  /** Heap that this takes, in bytes. */
  long bytes() {
    return table == null ? 0 : table.bytes();
  }

  boolean isFull() {
    return table != null && table.isFull();
  }

  int spilledPages() {
    return spilledPages;
  }

  /** Bytes of the spilled pages. */
  long spilledBytes() {
    return spilledBytes;
  }

  /**
   * Number of customers; one may be counted again for each spilled page, and later event, of it.
   */
  int customers() {
    return spilledCustomers + (table == null ? 0 : table.size());
  }

  /** Learns of a page that the state holds. */
  void found(int number, byte[] page) throws Exception {
    spilledPages = Math.max(spilledPages, number + 1);
    spilledBytes += page.length;
    spilledCustomers += WindowPages.customers(page);
  }

  /** Makes the state hold all of this, writing what has changed. */
  void write(WindowPages pages) throws Exception {
    if (table == null) {
      return;
    }
    if (written.length < table.pageCount()) {
      written = Arrays.copyOf(written, table.pageCount());
    }
    for (int page = 0; page < table.pageCount(); page++) {
      if (table.hasChanged(page)) {
        byte[] bytes = pages.bytes(table, page);
        pages.put(keyGroup, new PageId(start, spilledPages + page), bytes);
        written[page] = bytes.length;
      }
    }
  }

  /** Leaves all of this to the state. */
  void spill(WindowPages pages) throws Exception {
    if (table == null) {
      return;
    }
    write(pages);
    spilledPages += written.length;
    spilledBytes += Arrays.stream(written).asLongStream().sum();
    spilledCustomers += table.size();
    table = null;
    written = new int[0];
  }

  /** What it all comes to. */
  record Whole(WindowTable customers, long duplicates) {}

  /** Brings everything together in memory, and removes it from the state. */
  Whole take(WindowPages pages) throws Exception {
    Merge merge = new Merge(new WindowTable(aggregates, hashes));
    WindowTable own = table;
    if (spilledPages == 0 && own != null) {
      merge = new Merge(own);
    } else {
      for (int number = 0; number < spilledPages; number++) {
        WindowPages.read(pages.get(keyGroup, new PageId(start, number)), merge);
      }
      for (int page = 0; own != null && page < own.pageCount(); page++) {
        WindowPages.read(pages.bytes(own, page), merge);
      }
    }
    for (int number = 0; number < spilledPages + written.length; number++) {
      pages.remove(keyGroup, new PageId(start, number));
    }
    return new Whole(merge.into, merge.duplicates);
  }

  private static final class Merge implements WindowTable.Entry<RuntimeException> {
    private final WindowTable into;
    private long duplicates;

    Merge(WindowTable into) {
      this.into = into;
    }

    @Override
    public void accept(Utf8 customer, Totals totals) {
      if (!into.merge(customer, totals)) {
        duplicates++;
      }
    }
  }
}
