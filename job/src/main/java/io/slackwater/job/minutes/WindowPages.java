package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The open windows in the keyed state, per key group: packed into pages of about 64 KiB, which the
 * state backend stores far cheaper than as many small entries, and redistributes with the key group
 * like any other state. A page is a count-less run of customer and totals. Pages of windows that
 * have closed since are removed.
 *
 * <p>To be used with the key group's anchor as the current key.
 */
final class WindowPages {
  private static final int PAGE_BYTES = 64 * 1024;

  private final MapState<PageId, byte[]> state;
  private final DataOutputSerializer buffer = new DataOutputSerializer(PAGE_BYTES + 4096);

  /** Per key group and window, the number of pages that the state holds. */
  private final Map<Integer, Map<Long, Integer>> written = new HashMap<>();

  WindowPages(MapState<PageId, byte[]> state) {
    this.state = state;
  }

  /** Makes the state of a key group hold exactly {@code windows}. */
  void write(int keyGroup, Map<Long, Map<Utf8, Totals>> windows) throws Exception {
    Map<Long, Integer> now = new HashMap<>();
    for (Map.Entry<Long, Map<Utf8, Totals>> window : windows.entrySet()) {
      now.put(window.getKey(), writeWindow(window.getKey(), window.getValue()));
    }
    Map<Long, Integer> earlier = written.put(keyGroup, now);
    if (earlier == null) {
      return;
    }
    for (Map.Entry<Long, Integer> before : earlier.entrySet()) {
      int kept = now.getOrDefault(before.getKey(), 0);
      for (int number = kept; number < before.getValue(); number++) {
        state.remove(new PageId(before.getKey(), number));
      }
    }
  }

  private int writeWindow(long windowStart, Map<Utf8, Totals> customers) throws Exception {
    int number = 0;
    for (Map.Entry<Utf8, Totals> customer : customers.entrySet()) {
      Wire.writeUtf8(customer.getKey(), buffer);
      customer.getValue().write(buffer);
      if (buffer.length() >= PAGE_BYTES) {
        flush(new PageId(windowStart, number++));
      }
    }
    if (buffer.length() > 0) {
      flush(new PageId(windowStart, number++));
    }
    return number;
  }

  private void flush(PageId page) throws Exception {
    state.put(page, buffer.getCopyOfBuffer());
    buffer.clear();
  }

  /** Puts everything that the state of a key group holds into {@code windows}. */
  void read(int keyGroup, OpenWindows windows) throws Exception {
    Map<Long, Integer> found = new HashMap<>();
    written.put(keyGroup, found);
    for (Map.Entry<PageId, byte[]> page : state.entries()) {
      long windowStart = page.getKey().windowStart();
      found.merge(windowStart, page.getKey().number() + 1, Math::max);
      readPage(windowStart, page.getValue(), windows::restore);
    }
  }

  static void readPage(long windowStart, byte[] page, StoredMinutes.OpenEntry entries)
      throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(page);
    while (in.available() > 0) {
      Utf8 customer = Wire.readId(in);
      entries.accept(windowStart, customer, Totals.read(in));
    }
  }
}
