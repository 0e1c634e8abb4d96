package io.slackwater.job.simulation;

import static io.slackwater.job.simulation.Story.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A window that has closed stays closed, and what comes for it is late, byte for byte. */
class ClosedWindowTest {
  private static final Topology ONE = new Topology(1, 1, 1);

  static Stream<Topology> topologies() {
    return Stream.of(ONE, new Topology(1, 1, 3), new Topology(2, 1, 5));
  }

  /** The report from the field: the old window came back with a total of 1. */
  @ParameterizedTest
  @MethodSource("topologies")
  void windowThatHadFiredBeforeTheRestoreIsNotPublishedAgain(Topology after) throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 2, 0).start(new Topology(2, 1, 2))) {
      story.profile(0, "c-1", "14:02:00", "gold");
      story.event(0, "c-1", "14:00:10", "10.00");
      story.event(1, "c-1", "14:00:20", "20.00");
      story.event(0, "c-1", "14:01:06", null);
      story.event(1, "c-1", "14:01:07", null);
      story.settle().checkpointAndRestart(after);

      String old = story.event(0, "c-1", "14:00:30", "99.00");
      story.settle();

      assertThat(story.results()).containsExactly("c-1 14:00:00 r0 [2, 30.00] missing");
      assertThat(story.late())
          .containsExactly(
              "trace=\u0001\u0002\ufffd slackwater.cause=late slackwater.topic=events"
                  + " slackwater.partition=0 slackwater.offset=2"
                  + " slackwater.window-start=2026-01-01T14:00:00Z"
                  + " slackwater.lateness-ms=30999 at "
                  + at("14:00:30")
                  + " key 632d31 value "
                  + hex(old));
    }
  }

  @Test
  void lastMillisecondOfAWindowIsStillInTimeAtTheBoundAndLateOneMillisecondLater()
      throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE)) {
      story.profile(0, "c-1", "15:00:00", "gold");
      story.event(0, "c-1", "14:01:05", null);
      story.event(0, "c-1", "14:00:59.999", null);
      assertThat(story.settle().results()).isEmpty();
      assertThat(story.late()).hasSize(1);
    }
    try (Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE)) {
      story.profile(0, "c-1", "15:00:00", "gold");
      story.event(0, "c-1", "14:01:04.999", null);
      story.event(0, "c-1", "14:00:59.999", null);
      story.event(0, "c-1", "14:02:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 14:00:00 r0 [1, null] missing", "c-1 14:01:00 r0 [1, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  @Test
  void windowsBefore1970HaveTheirOwnBounds() throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE)) {
      story.profile(0, "c-1", "14:00:00", "gold");
      for (long time : new long[] {-60_001, -60_000, -1, 0}) {
        story.event(0, "c-1", time, 0, null);
      }
      story.event(0, "c-1", 65_000, 65_000, null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 1969-12-31T23:58:00Z r0 [1, null] missing",
              "c-1 1969-12-31T23:59:00Z r0 [2, null] missing",
              "c-1 1970-01-01T00:00:00Z r0 [1, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  @Test
  void duplicateThatComesBeforeAndAfterARestoreIsCountedOnce() throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE)) {
      story.profile(0, "c-1", "15:00:00", "gold");
      String event =
          "{\"eventId\":\"e\",\"customerId\":\"c-1\",\"occurredAt\":\"2026-01-01T14:00:01Z\"}";
      story.rawEvent(0, event);
      story.rawEvent(0, event);
      story.settle().checkpointAndRestart(new Topology(1, 1, 4));
      story.rawEvent(0, event);
      story.event(0, "c-1", "14:01:05", null);
      assertThat(story.settle().results()).containsExactly("c-1 14:00:00 r0 [1, null] missing");
    }
  }

  static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
