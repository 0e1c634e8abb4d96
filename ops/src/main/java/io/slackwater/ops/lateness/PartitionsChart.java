package io.slackwater.ops.lateness;

import java.util.List;

/** How far events are behind, a bar for each partition: p50 to p99.9, dots for p99 and maximum. */
final class PartitionsChart {
  static final int MOST = 40;

  private static final int WIDTH = 800;
  private static final int LEFT = 60;
  private static final int RIGHT = 700;
  private static final int TOP = 20;
  private static final int ROW = 18;

  private final Findings findings;
  private final List<Findings.Partition> partitions;
  private final LogScale x;
  private final int bottom;
  private final Drawing drawing;

  PartitionsChart(Findings findings) {
    List<Findings.Partition> worst = LatenessText.worstFirst(findings);
    this.findings = findings;
    this.partitions = worst.subList(0, Math.min(MOST, worst.size()));
    this.bottom = TOP + ROW * partitions.size();
    long longest = partitions.stream().mapToLong(Findings.Partition::maxMs).max().orElse(1);
    this.x = new LogScale(1, (double) Math.max(longest, findings.configuredBoundMs()), LEFT, RIGHT);
    this.drawing =
        new Drawing(WIDTH, bottom + 45, "How far events are behind the newest, by partition");
  }

  String svg() {
    for (double tick : x.ticks()) {
      drawing.line("grid", x.at(tick), TOP, x.at(tick), bottom);
      drawing.text("tick", "middle", x.at(tick), bottom + 18, DurationText.about((long) tick));
    }
    drawing.text(
        "tick", "middle", (LEFT + RIGHT) / 2.0, bottom + 38, "behind the newest event before it");
    double bound = x.ofMs(findings.configuredBoundMs());
    drawing.line("configured", bound, TOP - 12, bound, bottom);
    drawing.text("configuredText", "start", bound + 5, TOP - 4, "configured");
    for (int row = 0; row < partitions.size(); row++) {
      partition(partitions.get(row), TOP + ROW * row);
    }
    return drawing.svg();
  }

  private void partition(Findings.Partition p, int top) {
    double middle = top + ROW / 2.0;
    String hint =
        "partition %d: p50 %s, p90 %s, p99 %s, p99.9 %s, max %s"
            .formatted(
                p.partition(),
                DurationText.about(p.p50Ms()),
                DurationText.about(p.p90Ms()),
                DurationText.about(p.p99Ms()),
                DurationText.about(p.p999Ms()),
                DurationText.about(p.maxMs()));
    drawing.text("tick", "end", LEFT - 8, middle + 4, Integer.toString(p.partition()));
    double from = x.ofMs(p.p50Ms());
    double to = x.ofMs(p.p999Ms());
    drawing.box("bar", from, middle - 4, Math.max(1, to - from), 8, hint);
    drawing.dot("p99", x.ofMs(p.p99Ms()), middle, hint);
    drawing.dot("max", x.ofMs(p.maxMs()), middle, hint);
    drawing.text("tick", "start", RIGHT + 10, middle + 4, "%,d late".formatted(p.late()));
  }
}
