package io.slackwater.bench.page;

import io.slackwater.ops.lateness.Drawing;
import java.util.List;
import java.util.Locale;

/** One horizontal bar for each thing that was measured, with a dot for each single run. */
public final class BarChart {
  private static final int WIDTH = 900;
  private static final int LEFT = 170;
  private static final int RIGHT = 800;
  private static final int TOP = 30;
  private static final int ROW = 26;

  private final String title;
  private final List<Bar> bars;

  public BarChart(String title, List<Bar> bars) {
    this.title = title;
    this.bars = bars;
  }

  /**
   * @param kind class in the style sheet
   * @param value how long it is
   * @param runs what the value is the median of
   */
  public record Bar(String name, String kind, double value, List<Double> runs) {}

  public String svg() {
    Drawing drawing = new Drawing(WIDTH, TOP + ROW * bars.size() + 10, title);
    drawing.text("head", "start", 0, 16, title);
    double most =
        bars.stream().flatMap(bar -> bar.runs().stream()).mapToDouble(v -> v).max().orElse(1);
    int y = TOP;
    for (Bar bar : bars) {
      drawing.text("tick", "end", LEFT - 10, y + 16, bar.name());
      drawing.box(
          bar.kind(), LEFT, y + 3, at(bar.value(), most) - LEFT, ROW - 8, figure(bar.value()));
      for (double run : bar.runs()) {
        drawing.dot("round", at(run, most), y + 3 + (ROW - 8) / 2.0, figure(run));
      }
      drawing.text(
          "value",
          "start",
          at(Math.max(bar.value(), max(bar)), most) + 10,
          y + 16,
          figure(bar.value()));
      y += ROW;
    }
    return drawing.svg();
  }

  private static double max(Bar bar) {
    return bar.runs().stream().mapToDouble(v -> v).max().orElse(0);
  }

  private static double at(double value, double most) {
    return LEFT + (RIGHT - LEFT) * value / Math.max(most, 1e-9);
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}
