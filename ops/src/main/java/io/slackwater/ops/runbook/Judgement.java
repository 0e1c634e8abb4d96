package io.slackwater.ops.runbook;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Whether a new job is as good as the one that it replaced. Pure: it asks nobody.
 *
 * @param text why, or what is still missing
 */
record Judgement(Decision decision, String text) {
  /** Fewer could be one that was under way already, and say nothing of a second. */
  private static final int CHECKPOINTS = 2;

  /** A machine may fail meanwhile, once; a release that crashes does so again and again. */
  private static final int RESTARTS = 3;

  enum Decision {
    PROMOTE,
    WAIT,
    REJECT
  }

  /**
   * @param before null: nothing was measured, so nothing is compared
   * @param timeIsUp what has not come by now will not come
   */
  static Judgement of(@Nullable Baseline before, Look now, boolean timeIsUp) {
    if (now.status().isTerminalState()) {
      return new Judgement(Decision.REJECT, "the job has ended: " + now.status());
    }
    if (now.restarts() >= RESTARTS) {
      return new Judgement(Decision.REJECT, "it has restarted %d times".formatted(now.restarts()));
    }
    List<String> worse = worse(before, now.vitals());
    if (!worse.isEmpty()) {
      return new Judgement(Decision.REJECT, String.join(", ", worse));
    }
    List<String> missing = missing(before, now);
    if (!missing.isEmpty()) {
      return new Judgement(timeIsUp ? Decision.REJECT : Decision.WAIT, String.join(", ", missing));
    }
    if (before != null && before.input() && !Quality.LATE.isJudged(now.vitals()) && !timeIsUp) {
      return new Judgement(
          Decision.WAIT,
          "%d of %d events read that shares are judged by"
              .formatted(now.vitals().events(), Quality.SAMPLE));
    }
    return new Judgement(Decision.PROMOTE, "");
  }

  private static List<String> worse(@Nullable Baseline before, Vitals now) {
    List<String> worse = new ArrayList<>();
    if (before != null) {
      for (Quality quality : Quality.values()) {
        if (quality.isWorse(before.atMost(quality), now)) {
          worse.add(
              "%s: %s, before %s"
                  .formatted(
                      quality.text(),
                      Quality.percent(quality.share(now)),
                      Quality.percent(before.share(quality))));
        }
      }
    }
    return worse;
  }

  private static List<String> missing(@Nullable Baseline before, Look now) {
    List<String> missing = new ArrayList<>();
    if (!now.allTasksRun()) {
      missing.add("not every task runs");
    }
    if (now.checkpoints() < CHECKPOINTS) {
      missing.add("%d of %d checkpoints completed".formatted(now.checkpoints(), CHECKPOINTS));
    }
    Vitals vitals = now.vitals();
    boolean input = vitals.events() > 0;
    if (before != null && before.input() && !input) {
      missing.add("no event read");
    }
    if (input && (before == null || before.watermarkMoved())) {
      long old = before == null ? Long.MIN_VALUE : before.last().watermark();
      if (vitals.watermark() <= Math.max(old, now.firstWatermark())) {
        missing.add("the watermark has not moved on");
      }
    }
    if (input && before != null && before.last().published() > 0 && vitals.published() == 0) {
      missing.add("no result published");
    }
    return missing;
  }
}
