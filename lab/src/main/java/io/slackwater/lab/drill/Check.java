package io.slackwater.lab.drill;

import io.slackwater.testkit.model.Proof;
import java.util.Locale;

/**
 * One number or fact that the outcome is judged by.
 *
 * @param what is counted or compared
 * @param expected in words or figures
 * @param actual the same
 */
record Check(String what, String expected, String actual, boolean holds) {

  static Check equal(String what, long expected, long actual) {
    return new Check(what, figure(expected), figure(actual), expected == actual);
  }

  /** Of checksums and names. */
  static Check same(String what, String expected, String actual) {
    return new Check(what, expected, actual, expected.equals(actual));
  }

  static Check atLeast(String what, long least, long actual) {
    return new Check(what, "at least " + figure(least), figure(actual), actual >= least);
  }

  static Check atMost(String what, long most, long actual) {
    return new Check(what, "at most " + figure(most), figure(actual), actual <= most);
  }

  /** Of all records and all results of the only job. */
  static Check addsUp(Proof proof) {
    return addsUp("", proof);
  }

  /**
   * Of all records and all results, by the judge that has read the topics.
   *
   * @param whose of several jobs
   */
  static Check addsUp(String whose, Proof proof) {
    String found =
        proof.addsUp()
            ? "yes"
            : "%d records nowhere; %s"
                .formatted(proof.eventsRead() - proof.accounted(), proof.problems());
    return new Check(
        "every record in exactly one place, every result right"
            + (whose.isEmpty() ? "" : ", " + whose),
        "yes",
        found,
        proof.addsUp());
  }

  private static String figure(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
