package io.slackwater.job.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.flow.CustomerProfile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** One customer, windows of ten seconds, a count and a sum. */
class CustomerLedgerTest {
  private static final Utf8 CUSTOMER = Utf8.of("c-1");
  private static final Profile NONE =
      new Profile(ProfileStatus.MISSING, null, Arrays.asList(null, null));
  private static final long DAY = 24 * 3_600_000L;

  private final List<Evidence> evidence = new ArrayList<>();
  private final List<CustomerMinute> corrections = new ArrayList<>();
  private long closedThrough = Long.MIN_VALUE;

  @Test
  void resultThatIsRecountedAlikeIsEqual() {
    event(1, 2_000, "a", 100);
    event(2, 3_000, "b", 200);
    event(3, 3_000, "b", 200);
    published(0, 0, NONE, 2, 300);

    Tally tally = settle();

    assertThat(found(tally)).containsExactly(Map.entry(Verdict.EQUAL, 1L));
    assertThat(tally.records(Tally.Place.PUBLISHED)).isEqualTo(2);
    assertThat(tally.records(Tally.Place.DUPLICATE)).isEqualTo(1);
    assertThat(corrections).isEmpty();
  }

  @Test
  void lateRecordsExplainTheDifferenceAndAreCounted() {
    late(9, 4_000, false);
    event(1, 2_000, "a", 100);
    lateEvent(9, 4_000, "z", 50);
    published(0, 0, NONE, 1, 100);

    Tally tally = settle();

    assertThat(found(tally)).containsOnlyKeys(Verdict.LATE, Verdict.CORRECTION);
    assertThat(tally.examples(Verdict.LATE))
        .containsExactly(
            "customer c-1, window 1970-01-01T00:00:00Z, revision 0: [1, 1.00], recounted [2, 1.50]; late records: events-0@9");
    assertThat(corrections).containsExactly(row(0, 1, NONE, 2, 150));
  }

  /** The sum with the late record has more digits than a column: correcting again is in vain. */
  @Test
  void correctionThatTheDatabaseRefusedIsNotTriedAgain() {
    late(9, 4_000, false);
    event(1, 2_000, "a", 100);
    lateEvent(9, 4_000, "z", 50);
    evidence.add(new Evidence.Rejected(Utf8.of("c-1"), 0));
    published(0, 0, NONE, 1, 100);

    Tally tally = settle();

    assertThat(found(tally)).containsExactly(Map.entry(Verdict.REJECTED, 1L));
    assertThat(tally.records(Tally.Place.PUBLISHED)).isEqualTo(1);
    assertThat(tally.records(Tally.Place.LATE)).isEqualTo(1);
    assertThat(tally.records(Tally.Place.UNACCOUNTED)).isZero();
    assertThat(corrections).isEmpty();
  }

  @Test
  void lateDuplicateCountsOnce() {
    late(9, 2_000, false);
    event(1, 2_000, "a", 100);
    lateEvent(9, 2_000, "a", 100);
    published(0, 0, NONE, 1, 100);

    assertThat(found(settle())).containsExactly(Map.entry(Verdict.EQUAL, 1L));
    assertThat(corrections).isEmpty();
  }

  @Test
  void correctedResultIsEqualUntilMoreComesLate() {
    late(8, 4_000, false);
    event(1, 2_000, "a", 100);
    lateEvent(8, 4_000, "y", 50);
    published(0, 0, NONE, 1, 100);
    published(0, 1, NONE, 2, 150);
    assertThat(found(settle())).containsExactly(Map.entry(Verdict.EQUAL, 1L));

    late(9, 4_000, false);
    lateEvent(9, 5_000, "z", 1);
    assertThat(found(settle())).containsOnlyKeys(Verdict.LATE, Verdict.CORRECTION);
    assertThat(corrections).containsExactly(row(0, 2, NONE, 3, 151));
  }

  @Test
  void recordOfAnIdlePartitionProvesThatItsWindowHasClosed() {
    late(1, 2_000, true);
    event(1, 2_000, "a", 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.LATE_ONLY, Verdict.CORRECTION);
    assertThat(corrections).containsExactly(row(0, 0, NONE, 1, 100));
  }

  @Test
  void unpublishedWindowIsOpenUntilItHasCertainlyClosed() {
    event(1, 2_000, "a", 100);
    assertThat(found(settle())).containsExactly(Map.entry(Verdict.OPEN, 1L));
    assertThat(corrections).isEmpty();

    closedThrough = 9_999;
    Tally closed = settle();
    assertThat(found(closed)).containsOnlyKeys(Verdict.MISSING, Verdict.CORRECTION);
    assertThat(closed.records(Tally.Place.UNACCOUNTED)).isEqualTo(1);
    assertThat(corrections).containsExactly(row(0, 0, NONE, 1, 100));
  }

  @Test
  void windowBeforeAPublishedOneHasClosed() {
    event(1, 2_000, "a", 100);
    event(2, 12_000, "b", 100);
    published(10_000, 0, NONE, 1, 100);

    assertThat(found(settle()))
        .containsOnlyKeys(Verdict.EQUAL, Verdict.MISSING, Verdict.CORRECTION);
  }

  @Test
  void otherValueIsUnexplainedAndNothingToCountIsExtra() {
    event(1, 2_000, "a", 100);
    published(0, 0, NONE, 1, 101);
    published(10_000, 0, NONE, 1, 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.UNEXPLAINED, Verdict.EXTRA);
    assertThat(corrections).isEmpty();
  }

  @Test
  void oneRevisionTwice() {
    event(1, 2_000, "a", 100);
    published(0, 0, NONE, 1, 100);
    published(0, 0, NONE, 1, 100);
    Tally twice = settle();
    assertThat(found(twice)).containsOnlyKeys(Verdict.EQUAL, Verdict.RESULT_TWICE);
    assertThat(twice.problems(Set.of())).isEqualTo(1);
    assertThat(twice.problems(Verdict.REPUBLISHED)).isZero();

    published(0, 0, NONE, 2, 100);
    assertThat(found(settle())).containsOnlyKeys(Verdict.EQUAL, Verdict.UNEXPLAINED);
  }

  @Test
  void lateTopicIsHeldAgainstTheLog() {
    late(1, 2_000, false);
    late(3, 2_000, false);
    late(3, 2_000, false);
    late(70, 2_000, false);
    event(1, 2_000, "a", 100);
    lateEvent(2, 3_000, "b", 100);
    lateEvent(3, 3_000, "c", 100);

    Tally tally = settle();

    assertThat(tally.examples(Verdict.SET_ASIDE_ALTHOUGH_ON_TIME))
        .containsExactly("events-0@1: customer c-1, window 1970-01-01T00:00:00Z");
    assertThat(tally.examples(Verdict.LATE_RECORD_MISSING))
        .containsExactly("events-0@2: customer c-1, window 1970-01-01T00:00:00Z");
    assertThat(tally.examples(Verdict.LATE_RECORD_TWICE)).containsExactly("events-0@3: 2 times");
    assertThat(tally.examples(Verdict.LATE_RECORD_UNKNOWN)).containsExactly("events-0@70");
    assertThat(tally.examples(Verdict.RETENTION_GAP)).isEmpty();
  }

  @Test
  void whatTheJobMayHaveReadSinceIsHeldAgainstNobody() {
    event(1, 2_000, "a", 100);
    evidence.add(new Evidence.Event(decoded(3_000, "b", 100), origin(2), false, false));
    published(0, 0, NONE, 2, 200);
    assertThat(found(settle())).containsExactly(Map.entry(Verdict.EQUAL, 1L));
    assertThat(corrections).isEmpty();
  }

  @Test
  void profileThatIsCompactedAwayIsARemark() {
    profile(1, 3 * DAY, "gold");
    event(1, 2 * DAY, "a", 100);
    Profile silver = new Profile(ProfileStatus.MATCHED, 2 * DAY - 5, Arrays.asList("silver", null));
    published(2 * DAY, 0, silver, 1, 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.PROFILE_COMPACTED);
  }

  @Test
  void profileThatStandsInTheLogExplainsNoOther() {
    profile(1, DAY, "gold");
    event(1, 2 * DAY, "a", 100);
    Profile forged = new Profile(ProfileStatus.MATCHED, DAY, Arrays.asList("lead", null));
    published(2 * DAY, 0, forged, 1, 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.UNEXPLAINED);
  }

  @Test
  void profileOfAnIdlePartitionMayHaveComeAfterTheWindowClosed() {
    profile(1, DAY, "gold");
    event(1, 2 * DAY, "a", 100);
    published(2 * DAY, 0, NONE, 1, 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.PROFILE_AFTER_CLOSE);
  }

  @Test
  void expiredProfileMayBeGoneFromDisk() {
    profile(1, DAY, "gold");
    event(1, 20 * DAY, "a", 100);
    published(20 * DAY, 0, NONE, 1, 100);

    assertThat(found(settle())).containsOnlyKeys(Verdict.PROFILE_GONE);
  }

  @Test
  void deadLettersAreHeldAgainstTheLog() {
    evidence.add(new Evidence.Dead(CUSTOMER, origin(1)));
    evidence.add(new Evidence.Dead(CUSTOMER, origin(2)));
    evidence.add(new Evidence.Dead(CUSTOMER, origin(2)));
    evidence.add(new Evidence.Dead(CUSTOMER, origin(90)));
    evidence.add(new Evidence.Refused(origin(1), "invalid-time"));
    evidence.add(new Evidence.Refused(origin(2), "invalid-time"));
    evidence.add(new Evidence.Refused(origin(3), "invalid-time"));
    evidence.add(new Evidence.Refused(origin(4), "invalid-time"));
    evidence.add(new Evidence.Dead(CUSTOMER, origin(4)));
    late(4, 2_000, false);

    Tally tally = settle();

    assertThat(tally.examples(Verdict.DEAD_LETTER_MISSING))
        .containsExactly("events-0@3: invalid-time");
    assertThat(tally.examples(Verdict.DEAD_LETTER_TWICE)).containsExactly("events-0@2: 2 times");
    assertThat(tally.examples(Verdict.DEAD_LETTER_UNKNOWN)).containsExactly("events-0@90");
    assertThat(tally.examples(Verdict.LATE_AND_DEAD)).containsExactly("events-0@4");
    assertThat(tally.problems(Verdict.REPUBLISHED)).isEqualTo(3);
    assertThat(tally.records(Tally.Place.DEAD)).isEqualTo(3);
    assertThat(tally.records(Tally.Place.UNACCOUNTED)).isEqualTo(1);
  }

  private static Map<Verdict, Long> found(Tally tally) {
    Map<Verdict, Long> found = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      if (tally.count(verdict) > 0) {
        found.put(verdict, tally.count(verdict));
      }
    }
    return found;
  }

  private Tally settle() {
    corrections.clear();
    Tally tally = new Tally();
    LedgerRules rules =
        LedgerRules.of(
            RecountedLog.CONFIG, Map.of(new TopicPartition("events", 0), 0L), closedThrough);
    CustomerLedger ledger = new CustomerLedger(rules, tally, CUSTOMER);
    evidence.sort(Comparator.comparingLong(Evidence::rank));
    evidence.forEach(ledger::hear);
    ledger.settle(corrections::add);
    tally.settle();
    return tally;
  }

  private void event(long offset, long time, String id, long cents) {
    evidence.add(new Evidence.Event(decoded(time, id, cents), origin(offset), false, true));
  }

  private void lateEvent(long offset, long time, String id, long cents) {
    evidence.add(new Evidence.Event(decoded(time, id, cents), origin(offset), true, true));
  }

  private void late(long offset, long time, boolean byIdleness) {
    evidence.add(new Evidence.Late(CUSTOMER, origin(offset), time, byIdleness));
  }

  private void profile(long offset, long time, String segment) {
    evidence.add(
        new Evidence.Profile(
            new CustomerProfile(CUSTOMER, time, time, Arrays.asList(segment, null)), offset));
  }

  private void published(long start, int revision, Profile profile, long orders, long cents) {
    evidence.add(
        new Evidence.Published(row(start, revision, profile, orders, cents), "r-0@1", true, 1));
  }

  private static CustomerMinute row(
      long start, int revision, Profile profile, long orders, long cents) {
    return new CustomerMinute(
        CUSTOMER,
        start,
        start + 10_000,
        revision,
        List.of(BigDecimal.valueOf(orders), BigDecimal.valueOf(cents, 2)),
        profile);
  }

  private static Decoded.Event decoded(long time, String id, long cents) {
    Measures measures = new Measures(1);
    measures.set(0, cents);
    return new Decoded.Event(CUSTOMER, time, Utf8.of(id), measures);
  }

  private static Origin origin(long offset) {
    return new Origin("events", 0, offset);
  }
}
