package io.slackwater.testkit.model;

import static io.slackwater.testkit.model.TestLog.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.ModelConfig.TtlRefresh;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The window [14:00, 14:01) of customer c, joined. */
class JoinTest {

  private static ModelConfig ttl(long ms, TtlRefresh refresh) {
    ModelConfig shipped = ModelConfig.shipped();
    return shipped.withCustomers(shipped.customers().withTtl(ms, refresh));
  }

  /** Status, time and segment of each window. */
  private static List<String> joined(TestLog log, ModelConfig config) {
    return log.judge(config).results().values().stream()
        .map(
            result ->
                result.status()
                    + " "
                    + (result.updatedAt() == null
                        ? null
                        : Long.toString(result.updatedAt() - at("14:00:00")))
                    + " "
                    + result.attributes())
        .toList();
  }

  private static List<String> joined(TestLog log) {
    return joined(log, ModelConfig.shipped());
  }

  @Test
  void customerNeverSeenIsMissing() {
    TestLog log = new TestLog().profile(0, "other", "13:00:00", "gold");

    assertThat(joined(log.event(0, "a", "c", "14:00:30")))
        .containsExactly("MISSING null [null, null]");
  }

  @Test
  void profileOneMillisecondBeforeTheEndIsUsed() {
    TestLog log = new TestLog().profile(0, "c", "14:00:59.999", "gold");

    assertThat(joined(log.event(0, "a", "c", "14:00:30")))
        .containsExactly("MATCHED 59999 [gold, null]");
  }

  @Test
  void profileOfTheWindowsEndIsNotUsedButTheOneBeforeIs() {
    TestLog log =
        new TestLog().profile(0, "c", "13:00:00", "silver").profile(0, "c", "14:01:00", "gold");

    assertThat(joined(log.event(0, "a", "c", "14:00:30")))
        .containsExactly("MATCHED -3600000 [silver, null]");
  }

  @Test
  void newestProfileIsUsedWhateverTheOrder() {
    TestLog log =
        new TestLog().profile(0, "c", "14:00:02", "gold").profile(0, "c", "14:00:01", "silver");

    assertThat(joined(log.event(0, "a", "c", "14:00:30")))
        .containsExactly("MATCHED 2000 [gold, null]");
  }

  @Test
  void lastOfTwoProfilesOfTheSameTimeIsUsed() {
    TestLog log =
        new TestLog().profile(0, "c", "14:00:01", "silver").profile(0, "c", "14:00:01", "gold");

    assertThat(joined(log.event(0, "a", "c", "14:00:30")))
        .containsExactly("MATCHED 1000 [gold, null]");
  }

  @Test
  void lateProfileAppliesToLaterWindowsOnly() {
    // The customers watermark is 14:00:59.999 when c's profile is read: it is seen from 14:01 on.
    TestLog log =
        new TestLog()
            .profile(0, "other", "14:01:05", "x")
            .profile(0, "c", "13:00:00", "gold")
            .event(0, "a", "c", "14:00:30")
            .event(0, "b", "c", "14:01:30");

    assertThat(joined(log))
        .containsExactly("MISSING null [null, null]", "MATCHED -3600000 [gold, null]");
    assertThat(log.judge().lateProfiles())
        .hasSize(1)
        .containsEntry(new Position("customers", 0, 1), 3_659_999L);
  }

  @Test
  void profileBehindTheWatermarkByLessIsStillSeenByTheOpenWindow() {
    // The customers watermark is 14:00:59.998: one millisecond of the window is left.
    TestLog log =
        new TestLog()
            .profile(0, "other", "14:01:04.999", "x")
            .profile(0, "c", "13:00:00", "gold")
            .event(0, "a", "c", "14:00:30");

    assertThat(joined(log)).containsExactly("MATCHED -3600000 [gold, null]");
    assertThat(log.judge().lateProfiles()).hasSize(1);
  }

  @Test
  void profileIsLateAtTheWatermarkAndNotOneMillisecondAboveIt() {
    Expected expected =
        new TestLog()
            .profile(0, "other", "14:01:05", "x")
            .profile(0, "c", "14:01:00", "gold")
            .profile(0, "c", "14:00:59.999", "silver")
            .judge();

    assertThat(expected.lateProfiles())
        .containsOnlyKeys(new Position("customers", 0, 2))
        .containsEntry(new Position("customers", 0, 2), 0L);
  }

  @Test
  void watermarkOfAnotherCustomersPartitionDoesNotCount() {
    TestLog log =
        new TestLog()
            .profile(1, "other", "15:00:00", "x")
            .profile(0, "c", "13:00:00", "gold")
            .event(0, "a", "c", "14:00:30");

    assertThat(joined(log)).containsExactly("MATCHED -3600000 [gold, null]");
    assertThat(log.judge().lateProfiles()).isEmpty();
  }

  @Test
  void tombstoneDeletesAtItsKafkaTimestamp() {
    TestLog log =
        new TestLog()
            .profile(0, "c", "13:00:00", "gold")
            .tombstone(0, "c", "14:01:30")
            .event(0, "a", "c", "14:00:30")
            .event(0, "b", "c", "14:01:31");

    assertThat(joined(log))
        .containsExactly("MATCHED -3600000 [gold, null]", "DELETED 90000 [null, null]");
  }

  @Test
  void profileAfterATombstoneIsMatched() {
    TestLog log =
        new TestLog()
            .tombstone(0, "c", "13:00:00")
            .profile(0, "c", "13:00:01", "gold")
            .event(0, "a", "c", "14:00:30");

    assertThat(joined(log)).containsExactly("MATCHED -3599000 [gold, null]");
  }

  @Test
  void profileIsExpiredOneMillisecondAfterItsTtlAtTheWindowsEnd() {
    TestLog log = new TestLog().profile(0, "c", "14:00:00", "gold").event(0, "a", "c", "14:00:30");

    assertThat(joined(log, ttl(60_000, TtlRefresh.ON_UPDATE)))
        .containsExactly("MATCHED 0 [gold, null]");
    assertThat(joined(log, ttl(59_999, TtlRefresh.ON_UPDATE)))
        .containsExactly("EXPIRED 0 [null, null]");
  }

  @Test
  void tombstoneNeverExpires() {
    TestLog log = new TestLog().tombstone(0, "c", "10:00:00").event(0, "a", "c", "14:00:30");

    assertThat(joined(log, ttl(1_000, TtlRefresh.ON_UPDATE)))
        .containsExactly("DELETED -14400000 [null, null]");
  }

  @Test
  void activityKeepsAProfileAliveAndAGapInItEndsIt() {
    // Ends 14:01, 14:03, 14:05 lie 2 min apart; 14:08 is 3 min after the last.
    TestLog log =
        new TestLog()
            .profile(0, "c", "13:59:00", "gold")
            .event(0, "a", "c", "14:00:00")
            .event(0, "b", "c", "14:02:00")
            .event(0, "d", "c", "14:04:00")
            .event(0, "e", "c", "14:07:00")
            .event(0, "f", "c", "14:08:00");

    assertThat(joined(log, ttl(120_000, TtlRefresh.ON_ACTIVITY)))
        .containsExactly(
            "MATCHED -60000 [gold, null]",
            "MATCHED -60000 [gold, null]",
            "MATCHED -60000 [gold, null]",
            "EXPIRED -60000 [null, null]",
            "EXPIRED -60000 [null, null]");
    assertThat(joined(log, ttl(120_000, TtlRefresh.ON_UPDATE)))
        .containsExactly(
            "MATCHED -60000 [gold, null]",
            "EXPIRED -60000 [null, null]",
            "EXPIRED -60000 [null, null]",
            "EXPIRED -60000 [null, null]",
            "EXPIRED -60000 [null, null]");
  }

  @Test
  void windowThatLostItsOnlyRecordIsNoActivity() {
    TestLog log =
        new TestLog()
            .profile(0, "c", "13:59:00", "gold")
            .event(0, "a", "c", "14:00:00")
            .event(0, "b", "c", "14:02:00");

    assertThat(
            log.judge(ttl(120_000, TtlRefresh.ON_ACTIVITY))
                .resultsWithout(Set.of(new Position("events", 0, 0)))
                .get(new WindowKey("c", at("14:02:00")))
                .status())
        .isEqualTo(ProfileStatus.EXPIRED);
  }

  @Test
  void resultsAreWrittenAsPromised() {
    TestLog log =
        new TestLog()
            .record(
                "customers",
                0,
                TestLog.EVENING,
                null,
                ("{\"customerId\":\"c-17\",\"updatedAt\":\"2025-12-30T08:00:00Z\","
                        + "\"segment\":\"gold\",\"address\":{\"region\":\"eu\"}}")
                    .getBytes(UTF_8),
                List.of())
            .event(0, "a", "c-17", "14:00:00", "10")
            .event(0, "b", "c-17", "14:00:59.999", "2.5")
            .event(0, "d", "c-17", "14:00:30")
            .event(0, "e", "c\\\"18", "14:00:30");

    assertThat(log.results())
        .containsExactly(
            "{\"customer\":\"c\\\"18\",\"windowStart\":\"2026-01-01T14:00:00Z\","
                + "\"windowEnd\":\"2026-01-01T14:01:00Z\",\"revision\":0,"
                + "\"orders\":1,\"revenue\":null,"
                + "\"profile\":{\"status\":\"missing\",\"updatedAt\":null,"
                + "\"segment\":null,\"region\":null}}",
            "{\"customer\":\"c-17\",\"windowStart\":\"2026-01-01T14:00:00Z\","
                + "\"windowEnd\":\"2026-01-01T14:01:00Z\",\"revision\":0,"
                + "\"orders\":3,\"revenue\":12.50,"
                + "\"profile\":{\"status\":\"matched\",\"updatedAt\":\"2025-12-30T08:00:00Z\","
                + "\"segment\":\"gold\",\"region\":\"eu\"}}");
  }
}
