package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.Wire;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.operators.KeyContext;

/**
 * The open windows in the keyed state, per key group: many customers to a page, which the state
 * backend stores far cheaper than as many small entries, and redistributes with the key group like
 * any other state.
 *
 * <p>A page is a run of customers, each with {@link Totals}, and no count. A customer may be in
 * several pages of a window: together they are what it has done. Those with several ids come first;
 * what comes after them in a page of a higher number, and has an id, is a single event, which does
 * not count if its id has been seen.
 */
final class WindowPages {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final MapState<PageId, byte[]> state;
  private final KeyGroupAnchors anchors;
  private final KeyContext keys;
  private final DataOutputSerializer buffer = new DataOutputSerializer(BUFFER_BYTES);

  WindowPages(MapState<PageId, byte[]> state, KeyGroupAnchors anchors, KeyContext keys) {
    this.state = state;
    this.anchors = anchors;
    this.keys = keys;
  }

  /** Stores bytes that are not changed afterwards. */
  void put(int keyGroup, PageId page, byte[] bytes) throws Exception {
    of(keyGroup).put(page, bytes);
  }

  byte[] get(int keyGroup, PageId page) throws Exception {
    byte[] bytes = of(keyGroup).get(page);
    if (bytes == null) {
      throw new IllegalStateException(
          "page %d of the window at %d is missing in key group %d: the state is damaged"
              .formatted(page.number(), page.windowStart(), keyGroup));
    }
    return bytes;
  }

  void remove(int keyGroup, PageId page) throws Exception {
    of(keyGroup).remove(page);
  }

  /** All pages of a key group, in no particular order. */
  Iterable<Map.Entry<PageId, byte[]>> all(int keyGroup) throws Exception {
    return of(keyGroup).entries();
  }

  private MapState<PageId, byte[]> of(int keyGroup) {
    keys.setCurrentKey(anchors.of(keyGroup));
    return state;
  }

  /** A page of a table as it is stored. */
  byte[] bytes(WindowTable table, int page) throws IOException {
    buffer.clear();
    table.writePage(page, buffer);
    return buffer.getCopyOfBuffer();
  }

  /** Gives every customer of a page with its totals, ids included. */
  static void read(byte[] page, WindowTable.Entry<?> entries) throws Exception {
    DataInputDeserializer in = new DataInputDeserializer(page);
    while (in.available() > 0) {
      Utf8 customer = Wire.readId(in);
      entries.accept(customer, Totals.read(in));
    }
  }

  /** How many customers there are in a page. */
  static int customers(byte[] page) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(page);
    int customers = 0;
    while (in.available() > 0) {
      Totals.skipId(in);
      Totals.skip(in);
      customers++;
    }
    return customers;
  }
}
