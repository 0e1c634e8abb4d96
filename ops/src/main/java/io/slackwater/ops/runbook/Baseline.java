package io.slackwater.ops.runbook;

import java.util.EnumMap;
import java.util.Map;

/**
 * How a job did before it was changed.
 *
 * @param last its counters at the end
 * @param shares the worse of two: since its start, and during the preflight
 * @param input whether records came during the preflight
 * @param watermarkMoved whether its watermark moved meanwhile
 */
record Baseline(Vitals last, Map<Quality, Double> shares, boolean input, boolean watermarkMoved) {

  /** Of two looks at the same job, one after the other. */
  static Baseline of(Vitals first, Vitals last) {
    Vitals recent = last.since(first);
    Map<Quality, Double> shares = new EnumMap<>(Quality.class);
    for (Quality quality : Quality.values()) {
      shares.put(
          quality,
          Math.max(quality.share(last), quality.isJudged(recent) ? quality.share(recent) : 0));
    }
    return new Baseline(last, shares, recent.events() > 0, last.watermark() > first.watermark());
  }

  double share(Quality quality) {
    return shares.getOrDefault(quality, 0.0);
  }
}
