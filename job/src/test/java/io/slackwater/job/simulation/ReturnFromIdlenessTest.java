package io.slackwater.job.simulation;

import static io.slackwater.job.simulation.ClosedWindowTest.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import org.junit.jupiter.api.Test;

/**
 * A subtask that had been idle sends its events with their original records until it is known that
 * windows wait for it again, so that none of them can be lost meanwhile.
 */
class ReturnFromIdlenessTest {
  private static final JobConfig IDLENESS = Setting.MINUTES.job("watermarks.idleness=30s");
  private static final Topology EACH_ALONE = new Topology(2, 1, 3);

  @Test
  void eventsTravelLightAgainAfterACheckpointByWhichTheirSubtaskHasCaughtUp() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      both(story, "14:10:10", "14:10:10");
      assertThat(story.originals()).isEqualTo(2);
      both(story, "14:10:20", "14:10:20");
      assertThat(story.originals()).isEqualTo(4);

      story.job().checkpoint();
      both(story, "14:11:10", "14:11:15");
      assertThat(story.originals()).isEqualTo(4);
    }
  }

  /** One has been waited for all the time; the other joins it as soon as it is not behind. */
  @Test
  void whoStaysBehindCarriesOriginalsUntilItHasCaughtUp() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      both(story, "14:10:10", "14:10:00");
      story.job().checkpoint();
      both(story, "14:10:30", "14:10:20");
      assertThat(story.originals()).as("of the second only").isEqualTo(3);

      both(story, "14:10:40", "14:10:50");
      story.job().checkpoint();
      assertThat(story.originals()).isEqualTo(4);
      both(story, "14:11:10", "14:11:05");
      assertThat(story.originals()).isEqualTo(4);
    }
  }

  /** It is active, and all the same windows close without it, beyond all that was reported. */
  @Test
  void timeGoesOnWithoutASubtaskThatIsBehindAndNothingOfItIsLost() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      story.event(0, "c-0", "14:10:10", null);
      story.settle();
      story.event(1, "c-1", "14:02:00", null);
      story.settle().job().checkpoint();
      story.event(0, "c-0", "14:20:10", null);
      story.settle();

      String old = story.event(1, "c-1", "14:15:00", null);
      assertThat(story.settle().late())
          .hasSize(2)
          .anySatisfy(
              late ->
                  assertThat(late)
                      .contains("slackwater.window-start=2026-01-01T14:15:00Z")
                      .contains("slackwater.cause=idle-partition")
                      .endsWith(" value " + hex(old)));
    }
  }

  @Test
  void unalignedCheckpointProvesNothing() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      both(story, "14:10:10", "14:10:10");
      story.job().startCheckpoint(true);
      story.job().checkpoint();
      both(story, "14:10:20", "14:10:20");

      assertThat(story.originals()).isEqualTo(4);
    }
  }

  @Test
  void whoWasIdleAgainHasToCatchUpAgain() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      both(story, "14:10:10", "14:10:10");
      story.job().checkpoint();
      story.silence("40S");
      both(story, "14:20:10", "14:20:10");
      assertThat(story.originals()).isEqualTo(4);

      story.job().checkpoint();
      both(story, "14:20:20", "14:20:20");
      assertThat(story.originals()).isEqualTo(4);
    }
  }

  /** The answer to what was reported before it was idle again comes when it has returned. */
  @Test
  void answerThatHasBeenOvertakenByIdlenessIsOfNoUse() throws Exception {
    try (Story story = quietNight(IDLENESS)) {
      both(story, "14:10:10", "14:10:10");
      story.job().startCheckpoint(false);
      for (int source = 0; source < 2; source++) {
        story.job().injectBarrier(SimulatedJob.EVENTS, source);
      }
      story.job().injectBarrier(SimulatedJob.CUSTOMERS, 0);
      story.job().deliverAll();
      story.silence("40S");
      both(story, "14:20:10", "14:20:10");
      story.job().coordination().arriveAll();
      assertThat(story.job().coordination().answers()).isEqualTo(2);

      both(story, "14:20:20", "14:20:20");
      assertThat(story.originals()).isEqualTo(6);
    }
  }

  /** Silence has closed a window that no watermark had reached, and it stays closed. */
  @Test
  void eventsForAWindowThatSilenceHasClosedKeepTheirBytes() throws Exception {
    JobConfig closing =
        Setting.MINUTES.job("watermarks.idleness=30s", "watermarks.close-when-silent=40s");
    try (Story story = quietNight(closing)) {
      both(story, "14:10:10", "14:10:10");
      story.silence("40S").silence("50S");
      assertThat(story.results()).contains("c-0 14:10:00 r0 [1, null] missing");
      both(story, "14:10:30", "14:10:30");
      story.job().checkpoint();
      assertThat(story.originals()).isEqualTo(4);

      both(story, "14:10:40", "14:12:30");
      assertThat(story.originals()).as("all but the newest").isEqualTo(5);
      assertThat(story.late())
          .hasSize(3)
          .allMatch(late -> late.contains("slackwater.window-start=2026-01-01T14:10:00Z"));
    }
  }

  /** Two subtasks, one partition each, all idle. */
  private static Story quietNight(JobConfig config) throws Exception {
    Story story = new Story(config, 2, 0).start(EACH_ALONE);
    both(story, "14:00:10", "14:00:10");
    story.silence("40S");
    assertThat(story.originals()).isZero();
    return story;
  }

  private static void both(Story story, String first, String second) throws Exception {
    story.event(0, "c-0", first, null);
    story.event(1, "c-1", second, null);
    story.settle();
  }
}
