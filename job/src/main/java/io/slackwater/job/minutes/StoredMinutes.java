package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
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
    closedThrough = context.getState(CustomerMinutes.CLOSED_THROUGH);
    pages = context.getMapState(CustomerMinutes.OPEN_WINDOWS);
    histories = context.getState(MinutesState.HISTORIES);
    activities = context.getState(MinutesState.ACTIVITIES);
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

  /** Of an anchor: all customers of all open windows of its key group. */
  public void forEachOpen(OpenEntry consumer) throws Exception {
    for (Map.Entry<PageId, byte[]> page : pages.entries()) {
      WindowPages.readPage(page.getKey().windowStart(), page.getValue(), consumer);
    }
  }

  /** Takes one customer of an open window. */
  @FunctionalInterface
  public interface OpenEntry {
    void accept(long windowStart, Utf8 customer, Totals totals);
  }
}
