package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;

/**
 * The keyed state of {@link CustomerMinutes} to somebody who goes through a savepoint key by key;
 * always of the current key. Most keys are customers. One in each key group is its anchor, which
 * holds what the key group has in common.
 */
public final class StoredMinutes {
  private final ValueState<Long> closedThrough;
  private final MapState<PageId, byte[]> pages;
  private final ValueState<ProfileHistory> histories;
  private final ValueState<Activity> activities;

  /** Registers the states. */
  public StoredMinutes(RuntimeContext context) {
    this(
        context.getState(CustomerMinutes.CLOSED_THROUGH),
        context.getMapState(CustomerMinutes.OPEN_WINDOWS),
        context.getState(MinutesState.HISTORIES),
        context.getState(MinutesState.ACTIVITIES));
  }

  StoredMinutes(
      ValueState<Long> closedThrough,
      MapState<PageId, byte[]> pages,
      ValueState<ProfileHistory> histories,
      ValueState<Activity> activities) {
    this.closedThrough = closedThrough;
    this.pages = pages;
    this.histories = histories;
    this.activities = activities;
  }

  public static boolean isAnchor(Utf8 key) {
    return KeyGroupAnchors.isAnchor(key);
  }

  /** What is known of a customer; null if there is only a sign of life. */
  @Nullable
  public ProfileHistory history() throws IOException {
    return histories.value();
  }

  /** A customer's sign of life, where activity is one. */
  @Nullable
  public Activity activity() throws IOException {
    return activities.value();
  }

  /** Of an anchor: how far its key group has closed, ms since the epoch. */
  public OptionalLong closedThrough() throws IOException {
    Long through = closedThrough.value();
    return through == null || through == Long.MIN_VALUE
        ? OptionalLong.empty()
        : OptionalLong.of(through);
  }

  /** Of an anchor: every customer of every open window of its key group, once. */
  public void forEachOpen(OpenEntry consumer) throws Exception {
    for (Map.Entry<Long, Integer> window : pageCounts().entrySet()) {
      Set<Utf8> customers = new HashSet<>();
      for (int number = 0; number < window.getValue(); number++) {
        byte[] page = pages.get(new PageId(window.getKey(), number));
        WindowPages.read(page, (customer, totals) -> customers.add(customer));
      }
      customers.forEach(customer -> consumer.accept(window.getKey(), customer));
    }
  }

  /**
   * Of an anchor: what one customer of its key group has done so far in each open window, by start,
   * ms since the epoch.
   */
  public SortedMap<Long, Totals> open(Utf8 customer, Aggregates aggregates) throws Exception {
    SortedMap<Long, Totals> open = new TreeMap<>();
    for (Map.Entry<Long, Integer> window : pageCounts().entrySet()) {
      WindowTable whole = new WindowTable(aggregates, new IdHash(0));
      for (int number = 0; number < window.getValue(); number++) {
        WindowPages.read(
            pages.get(new PageId(window.getKey(), number)),
            (other, totals) -> {
              if (other.equals(customer)) {
                whole.merge(customer, totals);
              }
            });
      }
      whole.forEach((found, totals) -> open.put(window.getKey(), totals));
    }
    return open;
  }

  /** The order of pages means something, and a map in the state has none. */
  private SortedMap<Long, Integer> pageCounts() throws Exception {
    SortedMap<Long, Integer> counts = new TreeMap<>();
    for (PageId page : pages.keys()) {
      counts.merge(page.windowStart(), page.number() + 1, Math::max);
    }
    return counts;
  }

  /** Takes one customer of an open window. */
  @FunctionalInterface
  public interface OpenEntry {
    void accept(long windowStart, Utf8 customer);
  }
}
