package io.slackwater.ops.runbook;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Figures for people. */
final class Wording {
  private Wording() {}

  static String vitals(Vitals vitals) {
    List<String> parts = new ArrayList<>();
    parts.add("%,d events read".formatted(vitals.events()));
    parts.add("%,d results".formatted(vitals.published()));
    for (Quality quality : Quality.values()) {
      double share = quality.share(vitals);
      if (share > 0) {
        parts.add(quality.text() + " " + Quality.percent(share));
      }
    }
    if (vitals.watermark() > Long.MIN_VALUE + 1) {
      parts.add("watermark " + Instant.ofEpochMilli(vitals.watermark()));
    }
    return String.join(", ", parts);
  }
}
