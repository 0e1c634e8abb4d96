package io.slackwater.lab.drill;

import io.slackwater.ops.lateness.Drawing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What something costs over how long an interval is: a plot for each cost. */
final class IntervalChart {
  private static final int WIDTH = 880;
  private static final int LEFT = 70;
  private static final int RIGHT = 700;
  private static final int HEAD = 26;
  private static final int PLOT = 150;
  private static final int PANEL = HEAD + PLOT + 40;
  private static final int MARK = 4;

  private final String axis;
  private final List<Panel> panels = new ArrayList<>();

  /**
   * @param axis what the interval is of, and in which unit
   */
  IntervalChart(String axis) {
    this.axis = axis;
  }

  /** What an interval has cost. */
  record Point(double interval, double value) {}

  private record Panel(String title, List<Point> points) {}

  /** One more plot below the others. */
  void panel(String title, List<Point> points) {
    List<Point> sorted = new ArrayList<>(points);
    sorted.sort(Comparator.comparingDouble(Point::interval));
    panels.add(new Panel(title, sorted));
  }

  String svg() {
    Drawing drawing = new Drawing(WIDTH, PANEL * panels.size(), axis);
    for (int i = 0; i < panels.size(); i++) {
      draw(drawing, panels.get(i), i * PANEL + HEAD, "s" + i);
    }
    return drawing.svg();
  }

  private void draw(Drawing drawing, Panel panel, int top, String kind) {
    double longest = panel.points().stream().mapToDouble(Point::interval).max().orElse(1);
    double most = panel.points().stream().mapToDouble(Point::value).max().orElse(1);
    int bottom = top + PLOT;
    drawing.text("head", "start", LEFT, top - 10, panel.title());
    drawing.line("grid", LEFT, bottom, RIGHT, bottom);
    StringBuilder path = new StringBuilder();
    for (Point point : panel.points()) {
      double x = LEFT + (RIGHT - LEFT) * point.interval() / Math.max(longest, 1e-9);
      double y = bottom - (PLOT - 20) * point.value() / Math.max(most, 1e-9);
      path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
      drawing.line("curve " + kind, x - MARK, y - MARK, x + MARK, y + MARK);
      drawing.line("curve " + kind, x - MARK, y + MARK, x + MARK, y - MARK);
      drawing.text(kind + "Text", "middle", x, y - 10, figure(point.value()));
      drawing.text("tick", "middle", x, bottom + 16, figure(point.interval()));
    }
    drawing.path("curve " + kind, path.toString());
    drawing.text("tick", "start", RIGHT + 30, bottom + 16, axis);
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
  }
}
