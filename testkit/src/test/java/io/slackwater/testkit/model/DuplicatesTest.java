package io.slackwater.testkit.model;

import static io.slackwater.testkit.model.TestLog.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuplicatesTest {
  private static final WindowKey WINDOW = new WindowKey("c", at("14:00:00"));

  private static List<BigDecimal> totals(int orders, String revenue) {
    return List.of(BigDecimal.valueOf(orders), new BigDecimal(revenue));
  }

  @Test
  void secondRecordOfAnIdInAWindowIsDropped() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1.50")
            .event(0, "a", "c", "14:00:02", "99")
            .event(0, "b", "c", "14:00:02", "2")
            .judge();

    assertThat(expected.results().get(WINDOW).aggregates()).isEqualTo(totals(2, "3.50"));
    assertThat(expected.duplicates()).containsOnlyKeys(WINDOW).containsEntry(WINDOW, 1);
  }

  @Test
  void sameIdOfAnotherWindowOrCustomerIsNoDuplicate() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1")
            .event(0, "a", "c", "14:01:01", "1")
            .event(0, "a", "d", "14:00:01", "1")
            .judge();

    assertThat(expected.results()).hasSize(3);
    assertThat(expected.duplicates()).isEmpty();
  }

  @Test
  void equalRecordsInTwoPartitionsCountOnce() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1.50")
            .event(1, "a", "c", "14:00:01", "1.5")
            .event(1, "a", "c", "14:00:01", "1.50")
            .judge();

    assertThat(expected.results().get(WINDOW).aggregates()).isEqualTo(totals(1, "1.50"));
    assertThat(expected.duplicates()).containsEntry(WINDOW, 2);
  }

  @Test
  void differentRecordsOfOneIdInTwoPartitionsHaveNoRightTotal() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1")
            .event(1, "a", "c", "14:00:01", "2")
            .judge();

    assertThatThrownBy(expected::results)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the right total is undetermined: events-0@0 and events-1@0 have the same id, a, but"
                + " other values");
  }

  @Test
  void duplicateAfterItsWindowIsLateAndNoDuplicate() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1")
            .event(0, "b", "c", "14:01:05", "1")
            .event(0, "a", "c", "14:00:01", "1")
            .judge();

    assertThat(expected.late().keySet()).containsExactly(new Position("events", 0, 2));
    assertThat(expected.duplicates()).isEmpty();
  }

  @Test
  void withoutIdsEveryRecordCounts() {
    ModelConfig.Events events = ModelConfig.shipped().events();
    ModelConfig config =
        ModelConfig.shipped()
            .withEvents(
                new ModelConfig.Events(
                    events.topic(),
                    events.customer(),
                    events.time(),
                    events.timeFormat(),
                    Optional.empty()));
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1")
            .event(0, "a", "c", "14:00:01", "1")
            .judge(config);

    assertThat(expected.results().get(WINDOW).aggregates()).isEqualTo(totals(2, "2.00"));
  }

  @Test
  void recordSetAsideLeavesItsDuplicateToCount() {
    Expected expected =
        new TestLog()
            .event(0, "a", "c", "14:00:01", "1")
            .event(1, "a", "c", "14:00:01", "1")
            .event(1, "b", "c", "14:00:01", "5")
            .judge();

    Set<Position> setAside = Set.of(new Position("events", 0, 0), new Position("events", 1, 1));
    assertThat(expected.resultsWithout(setAside).get(WINDOW).aggregates())
        .isEqualTo(totals(1, "1.00"));
  }
}
