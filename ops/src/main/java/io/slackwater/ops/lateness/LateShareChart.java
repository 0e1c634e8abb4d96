package io.slackwater.ops.lateness;

import java.util.Locale;

/** Which share of the events is late, by bound; both axes logarithmic. */
final class LateShareChart {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 380;
  private static final int LEFT = 80;
  private static final int RIGHT = 780;
  private static final int TOP = 50;
  private static final int BOTTOM = 330;

  private final Findings findings;
  private final LogScale x;
  private final LogScale y;
  private final Drawing drawing =
      new Drawing(WIDTH, HEIGHT, "Share of late events by out-of-orderness bound");

  LateShareChart(Findings findings) {
    this.findings = findings;
    long longest = Math.max(findings.configuredBoundMs(), findings.recommended().boundMs());
    for (Findings.CurvePoint point : findings.curve()) {
      longest = Math.max(longest, point.boundMs());
    }
    double most = findings.curve().get(0).late() / (double) findings.events();
    double least = Math.min(1.0 / findings.events(), findings.targetLateRate());
    this.x = new LogScale(10, longest * 1.5, LEFT, RIGHT);
    this.y = new LogScale(least, Math.max(most, findings.targetLateRate()), BOTTOM, TOP);
  }

  String svg() {
    axes();
    drawing.path("curve", curve());
    drawing.line(
        "target", LEFT, at(findings.targetLateRate()), RIGHT, at(findings.targetLateRate()));
    drawing.text(
        "targetText",
        "start",
        LEFT + 6,
        at(findings.targetLateRate()) - 5,
        "target " + Findings.share(findings.targetLateRate()));
    bound("configured", findings.configuredBoundMs(), TOP - 24);
    bound("recommended", findings.recommended().boundMs(), TOP - 8);
    return drawing.svg();
  }

  private double at(double share) {
    return y.at(share);
  }

  private void axes() {
    for (double tick : x.ticks()) {
      drawing.line("grid", x.at(tick), TOP, x.at(tick), BOTTOM);
      drawing.text("tick", "middle", x.at(tick), BOTTOM + 18, DurationText.about((long) tick));
    }
    for (double tick : y.ticks()) {
      drawing.line("grid", LEFT, at(tick), RIGHT, at(tick));
      drawing.text("tick", "end", LEFT - 8, at(tick) + 4, Findings.share(tick));
    }
    drawing.text("tick", "middle", (LEFT + RIGHT) / 2.0, HEIGHT - 8, "out-of-orderness bound");
  }

  /** Steps, for the share stays the same until the next event's critical bound is passed. */
  private String curve() {
    StringBuilder path = new StringBuilder();
    for (Findings.CurvePoint point : findings.curve()) {
      double share = point.late() / (double) findings.events();
      String place =
          String.format(
              Locale.ROOT,
              "%.1f %.1f",
              x.ofMs(point.boundMs()),
              point.late() == 0 ? BOTTOM : at(share));
      path.append(path.isEmpty() ? "M" : "L").append(place);
    }
    return path.toString();
  }

  private void bound(String kind, long bound, int labelAt) {
    double place = x.ofMs(bound);
    drawing.line(kind, place, labelAt + 4, place, BOTTOM);
    boolean farRight = place > RIGHT - 150;
    drawing.text(
        kind + "Text",
        farRight ? "end" : "start",
        place + (farRight ? -5 : 5),
        labelAt + 4,
        kind + " " + DurationText.of(bound));
  }
}
