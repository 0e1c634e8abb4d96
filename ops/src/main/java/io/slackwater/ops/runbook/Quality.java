package io.slackwater.ops.runbook;

import java.util.Locale;

/**
 * The shares that a change must not make worse. All but the last follow from the log alone, so a
 * good release has the same ones, however fast it reads.
 */
enum Quality {
  LATE("late records"),
  DEAD_EVENTS("dead events"),
  DEAD_CUSTOMERS("dead profiles"),
  MISSING("results without a profile");

  /** A share may double, and a small one may grow by so much: chance alone does that. */
  static final double FACTOR = 2;

  static final double POINTS = 0.01;

  /** Of fewer records nothing is concluded. */
  static final long SAMPLE = 200;

  /** Where next to nothing was seen, so many might be bad: one in ten. */
  private static final double UNSEEN = 0.1;

  private final String text;

  Quality(String text) {
    this.text = text;
  }

  private long part(Vitals vitals) {
    return switch (this) {
      case LATE -> vitals.late();
      case DEAD_EVENTS -> vitals.deadEvents();
      case DEAD_CUSTOMERS -> vitals.deadCustomers();
      case MISSING -> vitals.missing();
    };
  }

  private long whole(Vitals vitals) {
    return switch (this) {
      case LATE, DEAD_EVENTS -> vitals.events();
      case DEAD_CUSTOMERS -> vitals.customers();
      case MISSING -> vitals.published();
    };
  }

  double share(Vitals vitals) {
    long all = whole(vitals);
    return all <= 0 ? 0 : (double) part(vitals) / all;
  }

  /**
   * How much higher the share may really be than so few records show: of n without a single bad one
   * up to 3 in n may be bad (95 %, the rule of three), of hardly any up to one in ten is borne.
   */
  double chance(Vitals vitals) {
    return isJudged(vitals) ? 0 : Math.min(UNSEEN, 3.0 / Math.max(1, whole(vitals)));
  }

  boolean isJudged(Vitals now) {
    return whole(now) >= SAMPLE;
  }

  /** Whether it is worse than chance explains. */
  boolean isWorse(double before, Vitals now) {
    return isJudged(now) && share(now) > Math.max(FACTOR * before, before + POINTS);
  }

  String text() {
    return text;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
