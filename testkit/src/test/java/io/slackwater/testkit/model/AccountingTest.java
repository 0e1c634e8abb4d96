package io.slackwater.testkit.model;

import static io.slackwater.testkit.model.TestLog.at;
import static io.slackwater.testkit.model.TestLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Proof.Problem;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class AccountingTest {
  private static final String START = "2026-01-01T14:00:00Z";
  private static final String EARLIER = "2026-01-01T13:00:00Z";

  /**
   * c's minutes 14:00 (two orders, one sent twice) and 14:02, d's minute 14:00 in partition 1; one
   * late, one dead event; a profile and a dead profile.
   */
  private final TestLog log =
      new TestLog()
          .event(0, "a", "c", "14:00:00", "1.5")
          .event(0, "a", "c", "14:00:00", "1.5")
          .event(0, "b", "c", "14:00:01", "2")
          .event(0, "e", "c", "14:02:00")
          .event(0, "late", "c", "13:00:30")
          .rawEvent(0, "{")
          .event(1, "f", "d", "14:00:00", "4")
          .profile(0, "c", "13:00:00", "gold")
          .tombstone(0, "c", "14:01:00")
          .record("customers", 0, TestLog.EVENING, null, null, List.of());

  private final LogRecord lateRecord = log.records().get(4);
  private final LogRecord deadRecord = log.records().get(5);
  private final LogRecord ofD = log.records().get(6);
  private final LogRecord deadProfile = log.records().get(9);
  private final Expected expected = log.judge();
  private final Outputs outputs = new Outputs();

  private static String json(String start, String end, String totals, String profile) {
    return ("{\"windowStart\":\"2026-01-01T%s:00Z\",\"windowEnd\":\"2026-01-01T%s:00Z\","
            + "\"revision\":0,%s,\"profile\":{%s}}")
        .formatted(start, end, totals, profile);
  }

  private static String of(String customer, String json) {
    return "{\"customer\":\"" + customer + "\"," + json.substring(1);
  }

  private static final String C1 =
      of(
          "c",
          json(
              "14:00",
              "14:01",
              "\"orders\":2,\"revenue\":3.50",
              "\"status\":\"matched\",\"updatedAt\":\"2026-01-01T13:00:00Z\","
                  + "\"segment\":\"gold\",\"region\":null"));
  private static final String C2 =
      of(
          "c",
          json(
              "14:02",
              "14:03",
              "\"orders\":1,\"revenue\":null",
              "\"status\":\"deleted\",\"updatedAt\":\"2026-01-01T14:01:00Z\","
                  + "\"segment\":null,\"region\":null"));
  private static final String D =
      of(
          "d",
          json(
              "14:00",
              "14:01",
              "\"orders\":1,\"revenue\":4.00",
              "\"status\":\"missing\",\"updatedAt\":null,\"segment\":null,\"region\":null"));

  private void flawless() {
    outputs.result("c", C1);
    outputs.result("c", C2);
    outputs.result("d", D);
    outputs.late(lateRecord, "late", EARLIER, 3_684_999);
    outputs.dead(deadRecord, "malformed-json");
    outputs.dead(deadProfile, "missing-customer");
  }

  @Test
  void flawlessRunAddsUp() {
    flawless();

    assertThat(outputs.compare(expected).table())
        .isEqualTo(
            """
            events read                                       7
              published                                       4  in 3 results
              duplicates                                      1
              late: late                                      1
              dead: malformed-json                            1
              open                                            0  in 0 windows
              nowhere                                         0
            customers read                                    3
              profiles                                        2  0 of them late
              dead: missing-customer                          1
            missing results                                   0
            extra results                                     0
            wrong results                                     0
            unexplained records                               0
            It adds up.
            """);
    assertThat(outputs.compare(expected).addsUp()).isTrue();
  }

  @Test
  void openWindowsNeedNotBePublished() {
    flawless();
    outputs.results.remove(1);

    Proof proof = compareClosedThrough(expected.closedThrough());
    assertThat(proof.addsUp()).isTrue();
    assertThat(proof.openWindows()).isEqualTo(1);
    assertThat(proof.open()).isEqualTo(1);
    assertThat(proof.published()).isEqualTo(3);
  }

  @Test
  void windowMustBePublishedOnceTheWatermarkIsAtItsLastMillisecond() {
    flawless();
    outputs.results.remove(1);

    assertThat(compareClosedThrough(at("14:02:59.998")).addsUp()).isTrue();
    assertThat(compareClosedThrough(at("14:02:59.999")).problems())
        .containsOnlyKeys(Problem.MISSING);
  }

  private Proof compareClosedThrough(long watermark) {
    return Accounting.compare(expected, watermark, outputs.results, outputs.late, outputs.dead);
  }

  @Test
  void closedWindowThatIsNotPublishedIsMissing() {
    flawless();
    outputs.results.remove(0);

    Proof proof = outputs.compare(expected);
    assertThat(proof.problems()).containsOnlyKeys(Problem.MISSING);
    assertThat(proof.examples())
        .containsExactly("missing: WindowKey[customer=c, windowStart=1767276000000]: " + C1);
    assertThat(proof.accounted()).isEqualTo(4);
    assertThat(proof.addsUp()).isFalse();
  }

  @Test
  void digitsAreComparedAndWhiteSpaceIsNot() {
    flawless();
    outputs.results.clear();
    outputs.result("c", C1.replace(",", " ,\n"));
    outputs.result("c", C2);
    outputs.result("d", D.replace("4.00", "4.0"));

    Proof proof = outputs.compare(expected);
    assertThat(proof.problems()).containsOnlyKeys(Problem.WRONG);
    assertThat(proof.examples())
        .containsExactly(
            "wrong: customer-minutes-0@2: expected " + D + " but was " + D.replace(".00", ".0"));
  }

  @Test
  void secondPublicationStrangersAndGarbageAreExtra() {
    flawless();
    outputs.result("c", C1);
    outputs.result("x", of("x", C1.substring(C1.indexOf(',')).replaceFirst(",", "{")));
    outputs.result("d", C1);
    outputs.result("c", "garbage");

    Proof proof = outputs.compare(expected);
    assertThat(proof.problems()).containsExactly(Map.entry(Problem.EXTRA, 4L));
    assertThat(proof.examples().get(0)).contains("was published before");
    assertThat(proof.examples().get(1)).contains("should not be there");
    assertThat(proof.examples().get(2)).contains("its key is not the customer");
    assertThat(proof.examples().get(3)).contains("is no result");
  }

  @Test
  void lateAndDeadRecordsThatAreNowhereAreUnexplained() {
    flawless();
    outputs.late.clear();
    outputs.dead.clear();

    Proof proof = outputs.compare(expected);
    assertThat(proof.examples())
        .containsExactly(
            "unexplained: events-0@4 is late, but not in the late topic",
            "unexplained: customers-0@2 is dead of [missing-customer], but no dead letter",
            "unexplained: events-0@5 is dead of [malformed-json], but no dead letter");
    assertThat(proof.eventsRead() - proof.accounted()).isEqualTo(2);
  }

  @Test
  void recordInTwoPlacesIsUnexplained() {
    flawless();
    outputs.late(lateRecord, "late", EARLIER, 3_684_999);
    outputs.dead(lateRecord, "malformed-json");

    assertThat(outputs.compare(expected).count(Problem.UNEXPLAINED)).isEqualTo(3);
  }

  @Test
  void healthyRecordAmongLateOrDeadIsUnexplained() {
    flawless();
    outputs.late(log.records().get(0), "late", START, 0);
    outputs.dead(log.records().get(2), "malformed-json");

    assertThat(outputs.compare(expected).examples())
        .containsExactly(
            "unexplained: events.dead-0@2: events-0@2 should not be dead of malformed-json",
            "unexplained: events.late-0@1: events-0@0 should not be late with cause late");
  }

  @Test
  void stampsAreChecked() {
    flawless();
    outputs.late.clear();
    outputs.dead.remove(0);
    outputs.late(lateRecord, "late", START, 1);
    outputs.dead(deadRecord, "invalid-time");
    outputs.late.add(new LogRecord(new Position("events.late", 0, 9), 0, null, null, List.of()));

    assertThat(outputs.compare(expected).examples())
        .hasSize(4)
        .contains(
            "unexplained: events.dead-0@1: events-0@5 died of [malformed-json], not of"
                + " invalid-time",
            "unexplained: events.late-0@0: slackwater.window-start should be "
                + EARLIER
                + " but is "
                + START,
            "unexplained: events.late-0@0: slackwater.lateness-ms should be 3684999 but is 1");
  }

  @Test
  void keyValueAndHeadersMustBeKept() {
    byte[] key = "k".getBytes(UTF_8);
    byte[] value = "broken".getBytes(UTF_8);
    // It was a dead letter once before: those headers are now its own.
    List<Header> headers =
        List.of(header("slackwater.reason", "old"), header("trace", "1"), header("trace", "2"));
    TestLog one = new TestLog().record("events", 0, 0, key, value, headers);
    Position place = new Position("events", 0, 0);

    assertThat(proofOfDead(one, one.records().get(0)).addsUp()).isTrue();
    for (LogRecord changed :
        List.of(
            new LogRecord(place, 0, null, value, headers),
            new LogRecord(place, 0, value, key, headers),
            new LogRecord(place, 0, key, "Broken".getBytes(UTF_8), headers),
            new LogRecord(place, 0, key, value, headers.subList(0, 2)),
            new LogRecord(place, 0, key, value, headers.subList(1, 3)),
            new LogRecord(
                place, 0, key, value, List.of(headers.get(0), headers.get(2), headers.get(1))))) {
      assertThat(proofOfDead(one, changed).examples())
          .containsExactly(
              "unexplained: events.dead-0@0: events-0@0 has not kept its key, value and headers");
    }
  }

  private static Proof proofOfDead(TestLog log, LogRecord found) {
    Outputs outputs = new Outputs();
    outputs.dead(found, "malformed-json");
    return outputs.compare(log.judge());
  }

  @Test
  void recordOfAnIdlePartitionIsLateAndItsWindowIsCountedWithoutIt() {
    flawless();
    outputs.results.remove(2);
    outputs.late(ofD, "idle-partition", START, 0);

    Proof proof = outputs.compare(expected);
    assertThat(proof.addsUp()).isTrue();
    assertThat(proof.late()).containsEntry("late", 1L).containsEntry("idle-partition", 1L);
    assertThat(proof.published()).isEqualTo(3);
  }

  @Test
  void recordOfAnIdlePartitionKeepsItsBytes() {
    flawless();
    outputs.results.remove(2);
    LogRecord changed = new LogRecord(ofD.position(), 0, ofD.value(), ofD.value(), List.of());
    outputs.late(changed, "idle-partition", START, 0);

    assertThat(outputs.compare(expected).examples())
        .containsExactly(
            "unexplained: events.late-0@1: events-1@0 has not kept its key, value and headers");
  }

  @Test
  void recordOfAnIdlePartitionMayNotBeInItsResultToo() {
    flawless();
    outputs.late(ofD, "idle-partition", START, 0);

    assertThat(outputs.compare(expected).problems()).containsOnlyKeys(Problem.EXTRA);
  }

  @Test
  void idlePartitionIsNoExcuseForWhatTheLogDecides() {
    flawless();
    outputs.late.clear();
    outputs.late(lateRecord, "idle-partition", EARLIER, 3_684_999);

    assertThat(outputs.compare(expected).examples())
        .containsExactly(
            "unexplained: events.late-0@0: events-0@4 is called late of an idle partition, but the"
                + " log alone decides otherwise");
  }

  @Test
  void latenessOfARecordOfAnIdlePartitionIsItsOwnPartitions() {
    TestLog two = new TestLog().event(0, "a", "c", "14:00:10").event(0, "b", "c", "14:00:00");
    Outputs right = new Outputs();
    right.late(two.records().get(0), "idle-partition", START, 0);
    // Own watermark 14:00:04.999.
    right.late(two.records().get(1), "idle-partition", START, 4_999);

    assertThat(right.compare(two.judge()).addsUp()).isTrue();
    right.late.clear();
    right.late(two.records().get(0), "idle-partition", START, 0);
    right.late(two.records().get(1), "idle-partition", START, 5_000);
    assertThat(right.compare(two.judge()).count(Problem.UNEXPLAINED)).isEqualTo(1);
    assertThat(two.judge().results()).containsOnlyKeys(new WindowKey("c", at("14:00:00")));
  }
}
