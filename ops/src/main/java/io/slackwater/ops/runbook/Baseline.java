package io.slackwater.ops.runbook;

import java.util.EnumMap;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * How a job did before it was changed. What it read since its start may be of another kind than
 * what comes in now, such as a load of old profiles; so how far a share may be off goes by the
 * records of the preflight alone.
 *
 * @param last its counters at the end
 * @param shares the worse of two: since its start, and during the preflight
 * @param chances how much higher each may really be
 * @param input whether records came during the preflight
 * @param watermarkMoved whether its watermark moved meanwhile
 */
record Baseline(
    Vitals last,
    Map<Quality, Double> shares,
    @Nullable Map<Quality, Double> chances,
    boolean input,
    boolean watermarkMoved) {

  /** Of two looks at the same job, one after the other. */
  static Baseline of(Vitals first, Vitals last) {
    Vitals recent = last.since(first);
    Map<Quality, Double> shares = new EnumMap<>(Quality.class);
    Map<Quality, Double> chances = new EnumMap<>(Quality.class);
    for (Quality quality : Quality.values()) {
      shares.put(
          quality,
          Math.max(quality.share(last), quality.isJudged(recent) ? quality.share(recent) : 0));
      chances.put(quality, quality.chance(recent));
    }
    return new Baseline(
        last, shares, chances, recent.events() > 0, last.watermark() > first.watermark());
  }

  double share(Quality quality) {
    return shares.getOrDefault(quality, 0.0);
  }

  /** What the share may really have been; journals of the first version say nothing of chance. */
  double atMost(Quality quality) {
    return share(quality) + (chances == null ? 0 : chances.getOrDefault(quality, 0.0));
  }
}
