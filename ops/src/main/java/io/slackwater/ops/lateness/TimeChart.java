package io.slackwater.ops.lateness;

import java.time.Instant;
import java.util.List;

/** When events were late under the configured bound, by Kafka timestamp. */
final class TimeChart {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 210;
  private static final int LEFT = 80;
  private static final int RIGHT = 780;
  private static final int TOP = 20;
  private static final int BOTTOM = 170;

  private final List<Timeline.Point> points;
  private final long from;
  private final long to;
  private final double most;
  private final Drawing drawing = new Drawing(WIDTH, HEIGHT, "Share of late events over time");

  TimeChart(Findings findings) {
    this.points = findings.timeline();
    this.from = points.get(0).start();
    Timeline.Point last = points.get(points.size() - 1);
    this.to = last.start() + last.width();
    this.most = points.stream().mapToDouble(TimeChart::share).max().orElse(0);
  }

  private static double share(Timeline.Point point) {
    return (double) point.late() / point.events();
  }

  String svg() {
    drawing.line("grid", LEFT, BOTTOM, RIGHT, BOTTOM);
    drawing.line("grid", LEFT, TOP, RIGHT, TOP);
    drawing.text("tick", "end", LEFT - 8, BOTTOM + 4, "0 %");
    if (most > 0) {
      drawing.text("tick", "end", LEFT - 8, TOP + 4, Findings.share(most));
      points.forEach(this::bar);
    }
    drawing.text("tick", "start", LEFT, BOTTOM + 20, Instant.ofEpochMilli(from).toString());
    drawing.text("tick", "end", RIGHT, BOTTOM + 20, Instant.ofEpochMilli(to).toString());
    drawing.text("tick", "middle", (LEFT + RIGHT) / 2.0, HEIGHT - 4, "Kafka timestamp");
    return drawing.svg();
  }

  private void bar(Timeline.Point point) {
    double x = LEFT + (double) (RIGHT - LEFT) * (point.start() - from) / (to - from);
    double width = (double) (RIGHT - LEFT) * point.width() / (to - from);
    double height = (BOTTOM - TOP) * share(point) / most;
    drawing.box(
        "bar",
        x,
        BOTTOM - height,
        Math.max(1, width - 1),
        height,
        "%s: %,d of %,d late"
            .formatted(Instant.ofEpochMilli(point.start()), point.late(), point.events()));
  }
}
