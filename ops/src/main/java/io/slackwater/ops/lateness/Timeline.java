package io.slackwater.ops.lateness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** When events were late, by Kafka timestamp: never more than {@value #MOST} points in time. */
final class Timeline {
  private static final int MOST = 120;

  private final NavigableMap<Long, long[]> byStart = new TreeMap<>();
  private long width = 1_000;

  void add(long timestamp, boolean late) {
    long[] counts = byStart.computeIfAbsent(start(timestamp), start -> new long[2]);
    counts[0]++;
    counts[1] += late ? 1 : 0;
    while (byStart.size() > MOST) {
      coarsen();
    }
  }

  private long start(long timestamp) {
    return Math.floorDiv(timestamp, width) * width;
  }

  private void coarsen() {
    width *= 2;
    List<Map.Entry<Long, long[]>> fine = new ArrayList<>(byStart.entrySet());
    byStart.clear();
    for (Map.Entry<Long, long[]> entry : fine) {
      byStart.merge(
          start(entry.getKey()), entry.getValue(), (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]});
    }
  }

  List<Point> points() {
    return byStart.entrySet().stream()
        .map(e -> new Point(e.getKey(), width, e.getValue()[0], e.getValue()[1]))
        .toList();
  }

  /**
   * What came in one stretch of time.
   *
   * @param start Kafka timestamp, ms
   * @param width ms
   */
  record Point(long start, long width, long events, long late) {}
}
