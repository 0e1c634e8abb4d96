package io.slackwater.testkit.model;

import static io.slackwater.testkit.model.TestLog.EVENING;
import static io.slackwater.testkit.model.TestLog.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.testkit.model.Decision.Late;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Windows of one minute, bound 5 s: the window of 14:00 ends for a partition at 14:01:05. */
class LatenessTest {

  private static Position event(int partition, long offset) {
    return new Position("events", partition, offset);
  }

  @Test
  void recordIsOnTimeWhileItsWindowIsOneMillisecondFromItsEnd() {
    Expected expected =
        new TestLog().event(0, "a", "c", "14:01:04.999").event(0, "b", "c", "14:00:00").judge();

    assertThat(expected.late()).isEmpty();
    assertThat(expected.results().keySet())
        .containsExactly(new WindowKey("c", at("14:00:00")), new WindowKey("c", at("14:01:00")));
  }

  @Test
  void recordIsLateOnceItsPartitionsWatermarkIsAtTheLastMillisecondOfItsWindow() {
    Expected expected =
        new TestLog().event(0, "a", "c", "14:01:05").event(0, "b", "c", "14:00:10").judge();

    assertThat(expected.late().keySet()).containsExactly(event(0, 1));
    Late late = expected.late().get(event(0, 1));
    assertThat(late.windowStart()).isEqualTo(at("14:00:00"));
    // The watermark is 14:00:59.999.
    assertThat(late.latenessMs()).isEqualTo(49_999);
    assertThat(expected.results().keySet()).containsExactly(new WindowKey("c", at("14:01:00")));
  }

  @Test
  void recordBehindTheWatermarkIsOnTimeIfItsWindowIsOpen() {
    Expected expected =
        new TestLog().event(0, "a", "c", "14:00:50").event(0, "b", "c", "14:00:00").judge();

    assertThat(expected.late()).isEmpty();
  }

  @Test
  void otherPartitionMakesNothingLate() {
    Expected expected =
        new TestLog().event(0, "a", "c", "14:30:00").event(1, "b", "c", "14:00:00").judge();

    assertThat(expected.late()).isEmpty();
  }

  @Test
  void poisonedRecordMovesNoWatermark() {
    String poison =
        "{\"eventId\":\"p\",\"customerId\":\"c\",\"occurredAt\":\"2026-01-01T18:01:00.001Z\"}";
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:00")
            .rawEvent(0, poison)
            .event(0, "b", "c", "14:00:01")
            .judge();

    assertThat(expected.dead().get(event(0, 1)).reasons()).containsExactly("future-time");
    assertThat(expected.late()).isEmpty();
  }

  @Test
  void eventAtTheAllowedSkewAheadIsAccepted() {
    Expected expected = new TestLog().event(0, "a", "c", "18:01:00").judge();

    assertThat(expected.dead()).isEmpty();
  }

  @Test
  void windowsBeforeTheEpochAreFloored() {
    ModelConfig config =
        ModelConfig.shipped()
            .withEvents(
                new ModelConfig.Events(
                    "events", "/c", "/t", ModelConfig.TimeFormat.EPOCH_MILLIS, Optional.empty()));
    TestLog log = new TestLog();
    for (String time : List.of("-1", "-60000", "-60001", "0", "59999")) {
      log.rawEvent(0, "{\"c\":\"" + time + "\",\"t\":" + time + "}");
    }

    assertThat(log.judge(config.withTimes(60_000, 100_000, 0)).results().keySet())
        .containsExactlyInAnyOrder(
            new WindowKey("-1", -60_000),
            new WindowKey("-60000", -60_000),
            new WindowKey("-60001", -120_000),
            new WindowKey("0", 0),
            new WindowKey("59999", 0));
  }

  @Test
  void watermarkOfTheRunIsTheSmallestOfAllPartitionsThatHoldRecords() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:30:00")
            .event(1, "b", "c", "14:10:00")
            .event(1, "c", "c", "14:20:00")
            .profile(0, "c", "14:25:00", "gold")
            .judge();

    assertThat(expected.closedThrough()).isEqualTo(at("14:19:54.999"));
    assertThat(expected.resultsClosedThrough(at("14:19:54.999")).keySet())
        .containsExactly(new WindowKey("c", at("14:10:00")));
  }

  @Test
  void windowIsClosedAtItsLastMillisecond() {
    Expected expected = new TestLog().event(0, "a", "c", "14:00:00").judge();

    assertThat(expected.resultsClosedThrough(at("14:00:59.998"))).isEmpty();
    assertThat(expected.resultsClosedThrough(at("14:00:59.999"))).hasSize(1);
    assertThat(expected.resultsClosedThrough(Long.MAX_VALUE)).hasSize(1);
  }

  @Test
  void partitionWithNothingButDeadRecordsClosesNothing() {
    Expected expected = new TestLog().event(0, "a", "c", "14:30:00").rawEvent(1, "garbage").judge();

    assertThat(expected.closedThrough()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void interleavingOfPartitionsChangesNothing() {
    TestLog log =
        new TestLog()
            .event(0, "a", "c", "14:02:00")
            .event(0, "b", "c", "14:00:00")
            .event(1, "d", "c", "14:00:00")
            .event(1, "a", "c", "14:02:00")
            .profile(0, "c", "14:00:00", "gold");
    List<LogRecord> other =
        log.records().stream()
            .sorted((x, y) -> -Integer.compare(x.position().partition(), y.position().partition()))
            .toList();

    Expected one = log.judge();
    Expected two = Model.judge(ModelConfig.shipped(), other);
    assertThat(two.results()).isEqualTo(one.results());
    assertThat(two.late()).isEqualTo(one.late());
    assertThat(two.duplicates()).isEqualTo(one.duplicates());
  }

  @Test
  void partitionReadOutOfOrderIsRefused() {
    byte[] value = "{}".getBytes(StandardCharsets.UTF_8);
    Model model = new Model(ModelConfig.shipped());
    model.read(new LogRecord(event(0, 7), EVENING, null, value, List.of()));

    assertThatThrownBy(
            () -> model.read(new LogRecord(event(0, 7), EVENING, null, value, List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("record events-0@7 was read after offset 7 of its partition");
  }

  @Test
  void recordOfAnotherTopicIsRefused() {
    Position position = new Position("elsewhere", 0, 0);
    Model model = new Model(ModelConfig.shipped());

    assertThatThrownBy(() -> model.read(new LogRecord(position, 0, null, null, List.of())))
        .hasMessage("record elsewhere-0@0 is of no input topic");
    assertThat(model.expected().resultsWithout(Set.of())).isEmpty();
  }
}
