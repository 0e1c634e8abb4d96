package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;

/** Judges the windows of one customer, which come to it in the order of time. */
final class WindowJudge {
  private final LedgerRules rules;
  private final Tally tally;
  private final ProfileWitness profiles;
  private final long newestPublished;
  private final Utf8 customer;
  private long lastActivity = Long.MIN_VALUE;

  /**
   * @param newestPublished start of the customer's newest published window, ms, or {@link
   *     Long#MIN_VALUE}: its windows close in their order, so every earlier one has closed
   */
  WindowJudge(
      LedgerRules rules,
      Tally tally,
      ProfileWitness profiles,
      Utf8 customer,
      long newestPublished) {
    this.rules = rules;
    this.tally = tally;
    this.profiles = profiles;
    this.customer = customer;
    this.newestPublished = newestPublished;
  }

  void judge(long start, WindowCase window, Consumer<CustomerMinute> corrections) {
    long end = start + rules.size();
    tally.place(Tally.Place.DUPLICATE, window.duplicates());
    Profile recounted = profiles.asOf(end, lastActivity);
    if (rules.activityIsLife()
        && recounted.status() == ProfileStatus.MATCHED
        && (window.counted() > 0 || window.isPublished())) {
      lastActivity = end;
    }
    if (window.isPublished()) {
      judgePublished(start, window, recounted);
    } else {
      judgeUnpublished(start, window);
    }
    correct(start, window, recounted, corrections);
  }

  private void judgePublished(long start, WindowCase window, Profile recounted) {
    Verdict verdict = compareValues(window);
    if (verdict == Verdict.EQUAL || verdict == Verdict.LATE) {
      Profile published = window.newest().profile();
      Verdict aboutProfile = profiles.compare(published, recounted, start + rules.size());
      if (aboutProfile == Verdict.UNEXPLAINED
          || (verdict == Verdict.EQUAL && aboutProfile != Verdict.EQUAL)) {
        tally.add(
            aboutProfile,
            "%s: profile %s, recounted %s"
                .formatted(
                    Wording.window(customer, start),
                    Wording.profile(published),
                    Wording.profile(recounted)));
      } else {
        tell(verdict, start, window);
      }
    } else {
      tell(verdict, start, window);
    }
    boolean explained =
        verdict == Verdict.EQUAL || verdict == Verdict.LATE || verdict == Verdict.REJECTED;
    Tally.Place place =
        explained
            ? Tally.Place.PUBLISHED
            : verdict == Verdict.OPEN ? Tally.Place.OPEN : Tally.Place.UNACCOUNTED;
    tally.place(place, window.counted());
    tellRepeated(start, window);
  }

  /** EQUAL, LATE, REJECTED, OPEN (not decided yet), EXTRA or UNEXPLAINED. */
  private Verdict compareValues(WindowCase window) {
    CustomerMinute newest = window.newest();
    List<BigDecimal> published = newest.aggregates();
    boolean known = window.counted() > 0 || !window.lateRecords().isEmpty();
    if (known && WindowCase.sameValues(published, window.fullValues())) {
      return Verdict.EQUAL;
    }
    if (window.hasUndecided()) {
      return window.includesUndecided(published) ? Verdict.EQUAL : Verdict.OPEN;
    }
    if (!known) {
      return Verdict.EXTRA;
    }
    if (!window.explains(published)) {
      return Verdict.UNEXPLAINED;
    }
    // The database has refused the corrected value: correcting again would change nothing.
    return window.wasRejected() ? Verdict.REJECTED : Verdict.LATE;
  }

  private void tell(Verdict verdict, long start, WindowCase window) {
    if (verdict == Verdict.EQUAL) {
      tally.add(verdict, "");
      return;
    }
    String late = lateRecords(window);
    tally.add(
        verdict,
        "%s, revision %d: %s, recounted %s%s"
            .formatted(
                Wording.window(customer, start),
                window.newest().revision(),
                Wording.values(window.newest().aggregates()),
                Wording.values(window.fullValues()),
                late));
  }

  private void tellRepeated(long start, WindowCase window) {
    for (List<Evidence.Published> rows : window.repeated()) {
      Evidence.Published first = rows.get(0);
      boolean conflict =
          rows.stream()
              .anyMatch(
                  row ->
                      !WindowCase.sameValues(row.minute().aggregates(), first.minute().aggregates())
                          || !row.minute().profile().equals(first.minute().profile()));
      String places =
          "%s, revision %d: at %s"
              .formatted(
                  Wording.window(customer, start),
                  first.minute().revision(),
                  rows.stream().map(Evidence.Published::place).toList());
      tally.add(
          conflict ? Verdict.UNEXPLAINED : Verdict.RESULT_TWICE,
          conflict ? places + " with different values" : places);
    }
  }

  private void judgeUnpublished(long start, WindowCase window) {
    if (window.wasRejected()) {
      tally.add(Verdict.REJECTED, Wording.window(customer, start));
      tally.place(Tally.Place.DEAD, window.counted());
    } else if (window.counted() == 0 && window.lateRecords().isEmpty()) {
      tally.add(Verdict.OPEN, Wording.window(customer, start));
    } else {
      judgeClosed(start, window);
    }
  }

  private void judgeClosed(long start, WindowCase window) {
    String late = lateRecords(window);
    String example =
        "%s: not published, recounted %s%s"
            .formatted(Wording.window(customer, start), Wording.values(window.fullValues()), late);
    Verdict verdict = window.counted() == 0 ? Verdict.LATE_ONLY : Verdict.MISSING;
    if (!hasClosed(start, window)) {
      tally.unpublished(start + rules.size(), verdict, window.counted(), example);
    } else {
      tally.add(verdict, example);
      tally.place(Tally.Place.UNACCOUNTED, window.counted());
    }
  }

  private static String lateRecords(WindowCase window) {
    return window.lateRecords().isEmpty()
        ? ""
        : "; late records: " + Wording.origins(window.lateRecords());
  }

  private boolean hasClosed(long start, WindowCase window) {
    return window.isPublished()
        || start < newestPublished
        || window.closedByIdleness()
        || start + rules.size() - 1 <= rules.closedThrough();
  }

  private void correct(
      long start, WindowCase window, Profile recounted, Consumer<CustomerMinute> corrections) {
    boolean affected =
        !window.lateRecords().isEmpty() || (!window.isPublished() && window.counted() > 0);
    if (!affected || window.hasUndecided() || window.wasRejected() || !hasClosed(start, window)) {
      return;
    }
    CustomerMinute newest = window.newest();
    List<BigDecimal> full = window.fullValues();
    if (newest != null && WindowCase.sameValues(newest.aggregates(), full)) {
      return;
    }
    int revision = newest == null ? 0 : newest.revision() + 1;
    tally.add(
        Verdict.CORRECTION,
        "%s, revision %d: %s, before %s"
            .formatted(
                Wording.window(customer, start),
                revision,
                Wording.values(full),
                newest == null ? "nothing" : Wording.values(newest.aggregates())));
    corrections.accept(
        new CustomerMinute(
            customer,
            start,
            start + rules.size(),
            revision,
            full,
            newest == null ? recounted : newest.profile()));
  }
}
