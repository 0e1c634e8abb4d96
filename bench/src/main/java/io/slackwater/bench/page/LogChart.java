package io.slackwater.bench.page;

import io.slackwater.ops.lateness.Drawing;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A figure over a logarithmic axis, such as the number of customers. */
public final class LogChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 230;
  private static final int LEFT = 60;
  private static final int RIGHT = 840;
  private static final int TOP = 46;
  private static final int BOTTOM = 180;

  private final String title;
  private final String axis;
  private final List<Point> points;

  public LogChart(String title, String axis, List<Point> points) {
    this.title = title;
    this.axis = axis;
    this.points = points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
  }

  /**
   * @param x above 0
   */
  public record Point(double x, double y) {}

  public String svg() {
    Drawing drawing = new Drawing(WIDTH, HEIGHT, title);
    drawing.text("head", "start", 0, 16, title);
    drawing.line("grid", LEFT, BOTTOM, RIGHT, BOTTOM);
    double low = Math.log(points.get(0).x());
    double high = Math.log(points.get(points.size() - 1).x());
    double most = points.stream().mapToDouble(Point::y).max().orElse(1);
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      double x = LEFT + (RIGHT - LEFT) * (Math.log(point.x()) - low) / Math.max(high - low, 1e-9);
      double y = BOTTOM - (BOTTOM - TOP) * point.y() / Math.max(most, 1e-9);
      path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
      drawing.dot("point", x, y, figure(point.y()));
      drawing.text("value", "middle", x, y - 10, figure(point.y()));
      drawing.text("tick", "middle", x, BOTTOM + 18, whole(point.x()));
    }
    drawing.path("curve", path.toString());
    drawing.text("tick", "middle", (LEFT + RIGHT) / 2.0, BOTTOM + 40, axis);
    return drawing.svg();
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%,.2f" : "%,.0f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
