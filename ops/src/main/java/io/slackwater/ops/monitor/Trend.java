package io.slackwater.ops.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.annotation.Nullable;

/** The recent past of one number. Bounded in time and in size. */
final class Trend {
  private static final int MOST = 1_000;
  private static final long SHORTEST_MS = 10_000;
  private static final int FEWEST = 3;

  private final long windowMs;
  private final Deque<Point> points = new ArrayDeque<>();

  private record Point(long atMillis, double value) {}

  Trend(long windowMs) {
    this.windowMs = windowMs;
  }

  void add(long atMillis, @Nullable Number value) {
    if (value != null) {
      points.addLast(new Point(atMillis, value.doubleValue()));
    }
    while (!points.isEmpty()
        && (points.size() > MOST || points.peekFirst().atMillis() < atMillis - windowMs)) {
      points.removeFirst();
    }
  }

  void clear() {
    points.clear();
  }

  /** The slope of the line of least squares; null: too little is known for one. */
  @Nullable
  Double perSecond() {
    if (points.size() < FEWEST
        || points.peekLast().atMillis() - points.peekFirst().atMillis() < SHORTEST_MS) {
      return null;
    }
    double meanTime = points.stream().mapToDouble(Point::atMillis).average().orElseThrow();
    double meanValue = points.stream().mapToDouble(Point::value).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (Point point : points) {
      double time = (point.atMillis() - meanTime) / 1000;
      covariance += time * (point.value() - meanValue);
      variance += time * time;
    }
    return covariance / variance;
  }

  /**
   * By how much it has grown within a time, divided by that time; null: it is not known for so
   * long, or began anew.
   */
  @Nullable
  Double risePerMs(long overMs) {
    Point last = points.peekLast();
    if (last == null) {
      return null;
    }
    Point before = null;
    for (Point point : points) {
      if (last.atMillis() - point.atMillis() >= overMs) {
        before = point;
      }
    }
    if (before == null || before.value() > last.value()) {
      return null;
    }
    return (last.value() - before.value()) / (last.atMillis() - before.atMillis());
  }

  List<Long> last(int count) {
    List<Long> all = new ArrayList<>();
    points.forEach(point -> all.add(Math.round(point.value())));
    return all.subList(Math.max(0, all.size() - count), all.size());
  }
}
