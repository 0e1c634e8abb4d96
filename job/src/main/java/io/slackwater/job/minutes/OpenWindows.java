package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * The windows that have not closed yet, in memory, by start: all customers of one window together,
 * since they close together. An event costs two look-ups here and no access to the state backend; a
 * closing window needs no timer per customer. What is here is written to the keyed state with every
 * checkpoint ({@link WindowPages}).
 */
final class OpenWindows {
  private final Aggregates aggregates;
  private final boolean deduplicate;
  private final NavigableMap<Long, Map<Utf8, Totals>> byStart = new TreeMap<>();
  private int size;

  /** Read by the metrics' thread too. */
  @Nullable private volatile Long oldest;

  OpenWindows(Aggregates aggregates, boolean deduplicate) {
    this.aggregates = aggregates;
    this.deduplicate = deduplicate;
  }

  /** Counts an event; false if it is a duplicate. */
  boolean add(long windowStart, Decoded.Event event) {
    Map<Utf8, Totals> customers = customersOf(windowStart);
    Totals totals = customers.get(event.customer());
    if (totals == null) {
      totals = Totals.empty(aggregates.size(), deduplicate);
      customers.put(event.customer(), totals);
      size++;
    }
    if (!totals.isNew(event.id())) {
      return false;
    }
    aggregates.add(totals, event.measures());
    return true;
  }

  /** Puts back what a checkpoint held. */
  void restore(long windowStart, Utf8 customer, Totals totals) {
    if (customersOf(windowStart).put(customer, totals) == null) {
      size++;
    }
  }

  private Map<Utf8, Totals> customersOf(long windowStart) {
    Map<Utf8, Totals> customers = byStart.get(windowStart);
    if (customers == null) {
      customers = new HashMap<>();
      byStart.put(windowStart, customers);
      oldest = byStart.firstKey();
    }
    return customers;
  }

  /** Number of (customer, window) pairs. */
  int size() {
    return size;
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

  /** Removes the oldest window and gives what its customers did. */
  Map<Utf8, Totals> takeOldest() {
    Map<Utf8, Totals> customers = byStart.pollFirstEntry().getValue();
    size -= customers.size();
    oldest = byStart.isEmpty() ? null : byStart.firstKey();
    return customers;
  }

  /** All open windows by start; not to be changed. */
  NavigableMap<Long, Map<Utf8, Totals>> byStart() {
    return byStart;
  }
}
