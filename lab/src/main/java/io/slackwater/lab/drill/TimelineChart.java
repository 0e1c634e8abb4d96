package io.slackwater.lab.drill;

import io.slackwater.lab.drill.Timeline.Kind;
import io.slackwater.lab.drill.Timeline.Moment;
import io.slackwater.lab.drill.Timeline.Point;
import io.slackwater.ops.lateness.Drawing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The series of a timeline, a plot for each panel, with the marked moments numbered across all. */
final class TimelineChart {
  private static final int WIDTH = 880;
  private static final int LEFT = 70;
  private static final int RIGHT = 700;
  private static final int HEAD = 26;
  private static final int PLOT = 130;
  private static final int PANEL = HEAD + PLOT + 22;
  private static final int TOP = 32;
  private static final int FOOT = 20;
  private static final int LABEL = 14;
  private static final int TICKS = 4;

  private final List<Moment> moments;
  private final Map<String, Map<String, List<Point>>> panels;
  private final double end;
  private final Drawing drawing;

  TimelineChart(
      List<Moment> moments, Map<String, Map<String, List<Point>>> panels, double seconds) {
    this.moments = moments;
    this.panels = panels;
    this.end = Math.max(1, seconds);
    this.drawing = new Drawing(WIDTH, TOP + PANEL * panels.size() + FOOT, "What happened when");
  }

  String svg() {
    int top = TOP;
    for (Map.Entry<String, Map<String, List<Point>>> panel : panels.entrySet()) {
      drawing.text("head", "start", LEFT, top + HEAD - 10, panel.getKey());
      panel(panel.getValue(), top + HEAD);
      top += PANEL;
    }
    for (int i = 0; i < moments.size(); i++) {
      moment(i + 1, moments.get(i), top - 22);
    }
    double step = step(end, 8);
    for (double tick = 0; tick <= end; tick += step) {
      drawing.text("tick", "middle", x(tick), top - 6, clock(tick));
    }
    return drawing.svg();
  }

  static String clock(double seconds) {
    return String.format(Locale.ROOT, "%d:%02d", (int) seconds / 60, (int) seconds % 60);
  }

  private double x(double seconds) {
    return LEFT + (RIGHT - LEFT) * seconds / end;
  }

  private void moment(int number, Moment moment, int bottom) {
    String kind = moment.kind().name().toLowerCase(Locale.ROOT);
    drawing.line(kind, x(moment.seconds()), TOP, x(moment.seconds()), bottom);
    // Neighbours in time do not write over each other.
    double above = TOP - 4 - (number % 2 == 0 ? 12 : 0);
    drawing.text(kind + "Text", "middle", x(moment.seconds()), above, Integer.toString(number));
  }

  private void panel(Map<String, List<Point>> series, int top) {
    List<Point> all = series.values().stream().flatMap(List::stream).toList();
    double most = all.stream().mapToDouble(Point::value).max().orElse(1);
    double least = Math.min(0, all.stream().mapToDouble(Point::value).min().orElse(0));
    double step = step(Math.max(1, most - least), TICKS);
    double high = Math.max(step, Math.ceil(most / step) * step);
    double low = Math.floor(least / step) * step;
    for (double tick = low; tick <= high + step / 2; tick += step) {
      double y = y(tick, low, high, top);
      drawing.line("grid", LEFT, y, RIGHT, y);
      drawing.text("tick", "end", LEFT - 8, y + 4, figure(tick));
    }
    List<Double> taken = new ArrayList<>();
    int number = 0;
    for (Map.Entry<String, List<Point>> each : series.entrySet()) {
      String kind = "s" + number++ % 6;
      if (!each.getValue().isEmpty()) {
        curve(kind, each.getKey(), each.getValue(), low, high, top, taken);
      }
    }
  }

  private void curve(
      String kind,
      String name,
      List<Point> points,
      double low,
      double high,
      int top,
      List<Double> taken) {
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(path.isEmpty() ? "M" : "L")
          .append(
              String.format(
                  Locale.ROOT, "%.1f %.1f", x(point.seconds()), y(point.value(), low, high, top)));
    }
    drawing.path("curve " + kind, path.toString());
    Point last = points.get(points.size() - 1);
    double label = free(y(last.value(), low, high, top), taken);
    taken.add(label);
    drawing.text(kind + "Text", "start", RIGHT + 8, label + 4, name + " " + figure(last.value()));
  }

  /** The nearest place for a label that no other one has. */
  private static double free(double wanted, List<Double> taken) {
    for (int away = 0; ; away++) {
      for (double place : new double[] {wanted - away, wanted + away}) {
        if (taken.stream().noneMatch(other -> Math.abs(other - place) < LABEL)) {
          return place;
        }
      }
    }
  }

  private static double y(double value, double low, double high, int top) {
    return top + PLOT * (high - value) / (high - low);
  }

  /** 1, 2 or 5 times a power of ten. */
  private static double step(double range, int ticks) {
    double rough = range / ticks;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= rough) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static String figure(double value) {
    boolean whole = value == Math.rint(value);
    return String.format(Locale.ROOT, whole ? "%,.0f" : "%,.1f", value);
  }

  /** A class of the style sheet for each kind of moment. */
  static String kind(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
