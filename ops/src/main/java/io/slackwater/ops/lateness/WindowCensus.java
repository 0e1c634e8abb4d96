package io.slackwater.ops.lateness;

import io.slackwater.job.decode.Decoded;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many customers a window has and how large their totals are, which is what an open window
 * costs. It keeps the newest {@value #WINDOWS} windows (about 4 MiB): partitions are read at
 * different speeds, so a window is long in the making. Older ones have been counted into the
 * maximum.
 */
final class WindowCensus {
  private static final int WINDOWS = 2_048;

  /** What an aggregate takes in a checkpoint: a count of up to 2 bytes, a kind, a long. */
  private static final int BYTES_PER_AGGREGATE = 11;

  private static final class Open {
    private final DistinctCount customers = new DistinctCount();
    private long events;
  }

  private final int aggregates;
  private final NavigableMap<Long, Open> byStart = new TreeMap<>();
  private long forgotten = Long.MIN_VALUE;
  private long mostCustomers;
  private long mostEvents;
  private long events;
  private long customerBytes;
  private long idBytes;

  WindowCensus(int aggregates) {
    this.aggregates = aggregates;
  }

  void add(long windowStart, Decoded.Event event) {
    events++;
    customerBytes += event.customer().bytes().length;
    idBytes += event.id() == null ? 0 : event.id().bytes().length + 1;
    if (windowStart <= forgotten) {
      return;
    }
    Open window = byStart.computeIfAbsent(windowStart, start -> new Open());
    window.customers.add(event.customer().bytes());
    window.events++;
    if (byStart.size() > WINDOWS) {
      forgotten = byStart.firstKey();
      settle(byStart.pollFirstEntry().getValue());
    }
  }

  private void settle(Open window) {
    mostCustomers = Math.max(mostCustomers, window.customers.estimate());
    mostEvents = Math.max(mostEvents, window.events);
  }

  /** The largest window so far. */
  LargestWindow largest() {
    byStart.values().forEach(this::settle);
    if (events == 0) {
      return new LargestWindow(0, 0, 0);
    }
    long perEntry = 4 + customerBytes / events + (long) aggregates * BYTES_PER_AGGREGATE;
    long bytes = mostCustomers * perEntry + mostEvents * idBytes / events;
    return new LargestWindow(mostCustomers, mostEvents, bytes);
  }

  /**
   * The most that any one window holds.
   *
   * @param customers estimated, standard error 2.3 %
   * @param bytes about what it takes in a checkpoint; in memory it is several times that
   */
  record LargestWindow(long customers, long events, long bytes) {}
}
