package io.slackwater.lab.drill;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happened when: series of numbers that are sampled twice a second, and marked moments. Times
 * are seconds since the drill began, by the clock. Thread-safe.
 */
final class Timeline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Timeline.class);
  private static final long INTERVAL_MS = 500;

  private final InstantSource clock;
  private final long startMs;
  private final Map<String, Map<String, Series>> panels = new LinkedHashMap<>();
  private final List<Moment> moments = new ArrayList<>();
  private final Thread sampler = new Thread(this::sampleUntilClosed, "timeline");

  Timeline(InstantSource clock) {
    this.clock = clock;
    this.startMs = clock.millis();
    sampler.setDaemon(true);
  }

  /** What kind of moment it was; faults and repairs have a colour each. */
  enum Kind {
    NOTE,
    FAULT,
    REPAIR
  }

  /** A marked moment. */
  record Moment(double seconds, Kind kind, String what) {}

  /** A sampled value. */
  record Point(double seconds, double value) {}

  private record Series(Callable<? extends Number> source, List<Point> points) {}

  void start() {
    sampler.start();
  }

  /**
   * Samples a number from now on.
   *
   * @param panel the plot that it belongs to: what is measured, and in which unit
   * @param series its name in the plot
   * @param source asked by another thread; where it fails or says null, there is a gap
   */
  synchronized void sample(String panel, String series, Callable<? extends Number> source) {
    panels
        .computeIfAbsent(panel, p -> new LinkedHashMap<>())
        .put(series, new Series(source, new ArrayList<>()));
  }

  synchronized void mark(Kind kind, String what) {
    moments.add(new Moment(seconds(), kind, what));
  }

  synchronized List<Moment> moments() {
    return List.copyOf(moments);
  }

  /** The points of each series of each panel, in the order in which they were announced. */
  synchronized Map<String, Map<String, List<Point>>> panels() {
    Map<String, Map<String, List<Point>>> copy = new LinkedHashMap<>();
    panels.forEach(
        (panel, all) -> {
          Map<String, List<Point>> points = new LinkedHashMap<>();
          all.forEach((name, series) -> points.put(name, List.copyOf(series.points())));
          copy.put(panel, points);
        });
    return copy;
  }

  /** Since the drill began. */
  double seconds() {
    return (clock.millis() - startMs) / 1000.0;
  }

  private void sampleUntilClosed() {
    try {
      while (true) {
        for (Series each : all()) {
          sample(each);
        }
        Thread.sleep(INTERVAL_MS);
      }
    } catch (InterruptedException closed) {
      // The one way out.
    }
  }

  private synchronized List<Series> all() {
    return panels.values().stream().flatMap(panel -> panel.values().stream()).toList();
  }

  private void sample(Series series) throws InterruptedException {
    Number value;
    try {
      value = series.source().call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception away) {
      LOG.debug("a gap in the timeline", away);
      return;
    }
    if (value != null) {
      synchronized (this) {
        series.points().add(new Point(seconds(), value.doubleValue()));
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    sampler.interrupt();
    sampler.join();
  }
}
