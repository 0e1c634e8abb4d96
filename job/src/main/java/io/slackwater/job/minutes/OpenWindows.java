package io.slackwater.job.minutes;

import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.PartialAggregate;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRange;

/**
 * The windows that have not closed yet, by start, each with one {@link WindowShare} per key group.
 * An event costs a look-up or two in a table in memory and no access to the state; a closing window
 * needs no timer per customer.
 *
 * <p>The tables take no more heap than they are allowed. When they would, the oldest windows are
 * spilled to the state: those which most of their events have come to. A share is brought back
 * whole when it closes, so beside the bound there has to be room for one key group's customers of
 * one window.
 */
final class OpenWindows {
  /** What is left in memory after spilling, in eighths of what is allowed. */
  private static final int EIGHTHS_KEPT = 7;

  /** Less than that is spilled only if there is nothing else: small pages are dear. */
  private static final int WORTH_SPILLING_BYTES = 32 * 1024;

  /** At most that many bytes of memory for one byte of a page, about. */
  private static final int MEMORY_PER_PAGE_BYTE = 3;

  private final Aggregates aggregates;
  private final IdHash hashes;
  private final KeyGroupRange keyGroups;
  private final WindowPages pages;
  private final long mostBytes;
  private final NavigableMap<Long, Window> byStart = new TreeMap<>();

  /** The window that the last event was of: nearly always the next one's, too. */
  @Nullable private Window current;

  private long bytes;
  private int customers;
  private int spilledPages;
  private long spilledBytes;

  /** Read by the metrics' thread too. */
  @Nullable private volatile Long oldest;

  /**
   * No windows.
   *
   * @param mostBytes that the tables may take of the heap
   */
  OpenWindows(
      Aggregates aggregates,
      IdHash hashes,
      KeyGroupRange keyGroups,
      WindowPages pages,
      long mostBytes) {
    this.aggregates = aggregates;
    this.hashes = hashes;
    this.keyGroups = keyGroups;
    this.pages = pages;
    this.mostBytes = mostBytes;
  }

  private static final class Window {
    private final long start;
    private final WindowShare[] shares;
    private int count;

    private Window(long start, int keyGroups) {
      this.start = start;
      this.shares = new WindowShare[keyGroups];
    }
  }

  /** Counts an event; false if it is known to be a duplicate. */
  boolean add(long windowStart, int keyGroup, Decoded.Event event) throws Exception {
    WindowShare share = share(windowStart, keyGroup);
    long bytesBefore = share.bytes();
    int customersBefore = share.customers();
    boolean isNew = share.add(event);
    grown(share, bytesBefore, customersBefore);
    return isNew;
  }

  /** Counts events that have been added up already. */
  void merge(PartialAggregate partial, int keyGroup) throws Exception {
    WindowShare share = share(partial.windowStart(), keyGroup);
    long bytesBefore = share.bytes();
    int customersBefore = share.customers();
    share.merge(partial);
    grown(share, bytesBefore, customersBefore);
  }

  private void grown(WindowShare share, long bytesBefore, int customersBefore) throws Exception {
    bytes += share.bytes() - bytesBefore;
    customers += share.customers() - customersBefore;
    if (share.isFull()) {
      spill(share);
    } else if (bytes > mostBytes) {
      makeRoom(mostBytes / 8 * EIGHTHS_KEPT);
    }
  }

  private WindowShare share(long start, int keyGroup) {
    if (current == null || current.start != start) {
      current = byStart.get(start);
      if (current == null) {
        current = new Window(start, keyGroups.getNumberOfKeyGroups());
        byStart.put(start, current);
        oldest = byStart.firstKey();
      }
    }
    int index = keyGroup - keyGroups.getStartKeyGroup();
    WindowShare share = current.shares[index];
    if (share == null) {
      share = new WindowShare(keyGroup, start, aggregates, hashes);
      current.shares[index] = share;
      current.count++;
    }
    return share;
  }

  private void makeRoom(long allowed) throws Exception {
    spillDownTo(allowed, WORTH_SPILLING_BYTES);
    spillDownTo(allowed, 1);
  }

  private void spillDownTo(long allowed, long least) throws Exception {
    for (Window window : byStart.values()) {
      for (WindowShare share : window.shares) {
        if (bytes <= allowed) {
          return;
        }
        if (share != null && share.bytes() >= least) {
          spill(share);
        }
      }
    }
  }

  private void spill(WindowShare share) throws Exception {
    account(share, -1);
    share.spill(pages);
    account(share, 1);
  }

  private void account(WindowShare share, int sign) {
    bytes += sign * share.bytes();
    customers += sign * share.customers();
    spilledPages += sign * share.spilledPages();
    spilledBytes += sign * share.spilledBytes();
  }

  /** Learns what a checkpoint held of a key group. It stays in the state until it is needed. */
  void restore(int keyGroup) throws Exception {
    for (Map.Entry<PageId, byte[]> page : pages.all(keyGroup)) {
      WindowShare share = share(page.getKey().windowStart(), keyGroup);
      account(share, -1);
      share.found(page.getKey().number(), page.getValue());
      account(share, 1);
    }
  }

  /** Makes the state hold everything. */
  void write() throws Exception {
    for (Window window : byStart.values()) {
      for (WindowShare share : window.shares) {
        if (share != null) {
          share.write(pages);
        }
      }
    }
  }

  /**
   * One key group's share of a window that closes.
   *
   * @param duplicates events that turned out only now to have been counted
   */
  record Closing(long windowStart, int keyGroup, WindowTable customers, long duplicates) {}

  /** Removes a share of the oldest window, from the state as well. There has to be one. */
  Closing takeOldest() throws Exception {
    Window window = byStart.firstEntry().getValue();
    int index = 0;
    while (window.shares[index] == null) {
      index++;
    }
    WindowShare share = window.shares[index];
    makeRoom(Math.max(0, mostBytes - MEMORY_PER_PAGE_BYTE * share.spilledBytes()));
    account(share, -1);
    window.shares[index] = null;
    window.count--;
    if (window.count == 0) {
      byStart.remove(window.start);
      current = null;
      oldest = byStart.isEmpty() ? null : byStart.firstKey();
    }
    WindowShare.Whole whole = share.take(pages);
    return new Closing(window.start, share.keyGroup(), whole.customers(), whole.duplicates());
  }

  /** Start of the oldest open window, ms, or null. */
  @Nullable
  Long oldest() {
    return oldest;
  }

  /** Start of the newest open window, ms, or null. */
  @Nullable
  Long newest() {
    return byStart.isEmpty() ? null : byStart.lastKey();
  }

  /**
   * Number of (customer, window) pairs; where something is spilled, an event that came later counts
   * as one more.
   */
  int size() {
    return customers;
  }

  /** Heap that the open windows take, in bytes. */
  long bytes() {
    return bytes;
  }

  /** What {@link #bytes} stays below, but for the last step of growth. */
  long mostBytes() {
    return mostBytes;
  }

  /** Pages in the state that are not in memory. */
  int spilledPages() {
    return spilledPages;
  }

  /** Their bytes. */
  long spilledBytes() {
    return spilledBytes;
  }
}
