package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of a customer's profiles a window is published with. */
class CustomerJoinTest {
  private static final Topology ONE = new Topology(1, 1, 1);
  private static final Setting MINUTES = Setting.MINUTES;

  private static Story story() throws Exception {
    return new Story(MINUTES.job(), 1, 0).start(ONE);
  }

  @Test
  void afterATombstoneTheCustomerIsDeleted() throws Exception {
    try (Story story = story()) {
      story.profile(0, "c-1", "14:00:00", "gold");
      story.tombstone(0, "c-1", "14:00:30");
      story.profile(0, "clock", "15:00:00", "gold");
      story.event(0, "c-1", "14:00:40", null);
      story.event(0, "c-1", "14:01:05", null);
      assertThat(story.settle().results()).containsExactly("c-1 14:00:00 r0 [1, null] deleted");
    }
  }

  @Test
  void profileOlderThanItsTtlAtTheEndOfTheWindowIsExpired() throws Exception {
    try (Story story = new Story(MINUTES.job("customers.ttl=60s"), 1, 0).start(ONE)) {
      story.profile(0, "just", "14:00:00", "gold");
      story.profile(0, "over", "13:59:59.999", "gold");
      story.profile(0, "clock", "15:00:00", "gold");
      story.event(0, "just", "14:00:40", null);
      story.event(0, "over", "14:00:40", null);
      story.event(0, "clock", "14:01:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "just 14:00:00 r0 [1, null] matched gold", "over 14:00:00 r0 [1, null] expired");
    }
  }

  @Test
  void whereActivityCountsAPublishedWindowKeepsTheProfileAlive() throws Exception {
    try (Story story =
        new Story(MINUTES.job("customers.ttl=90s", "customers.ttl-refresh=on-activity"), 1, 0)
            .start(ONE)) {
      story.profile(0, "c-1", "13:59:45", "gold");
      story.profile(0, "c-2", "13:59:45", "gold");
      story.profile(0, "clock", "15:00:00", "gold");
      story.event(0, "c-1", "14:00:10", null);
      story.event(0, "c-1", "14:01:10", null);
      story.settle().checkpointAndRestart(new Topology(1, 1, 2));
      story.event(0, "c-2", "14:01:10", null);
      story.event(0, "clock", "14:02:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 14:00:00 r0 [1, null] matched gold",
              "c-1 14:01:00 r0 [1, null] matched gold",
              "c-2 14:01:00 r0 [1, null] expired");
    }
  }

  @Test
  void windowSeesTheNewestProfileOfBeforeItsEnd() throws Exception {
    try (Story story = story()) {
      story.profile(0, "c-1", "14:00:59.999", "silver");
      story.profile(0, "c-1", "14:01:00", "gold");
      story.profile(0, "clock", "15:00:00", "gold");
      story.event(0, "c-1", "14:00:10", null);
      story.event(0, "c-1", "14:01:00", null);
      story.event(0, "clock", "14:02:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 14:00:00 r0 [1, null] matched silver", "c-1 14:01:00 r0 [1, null] matched gold");
    }
  }

  @Test
  void lateProfileIsForLaterWindowsOnlyHoweverSlowTheEventsAre() throws Exception {
    try (Story story = story()) {
      story.profile(0, "clock", "14:01:30", "gold");
      story.profile(0, "c-1", "14:00:30", "silver");
      story.profile(0, "clock", "15:00:00", "gold");
      story.settle();
      story.event(0, "c-1", "14:00:40", null);
      story.event(0, "c-1", "14:01:10", null);
      story.event(0, "clock", "14:02:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 14:00:00 r0 [1, null] missing", "c-1 14:01:00 r0 [1, null] matched silver");
    }
  }
}
