package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import org.junit.jupiter.api.Test;

/** When windows wait, and when silence closes them. */
class HoldingBackTest {
  private static final Topology TWO = new Topology(2, 2, 2);
  private static final JobConfig SILENT =
      Setting.MINUTES.job("watermarks.idleness=30s", "watermarks.close-when-silent=2m");

  @Test
  void noWindowClosesBeforeEveryCustomersPartitionIsLoaded() throws Exception {
    JobConfig config = Setting.MINUTES.job("watermarks.idleness=30s");
    try (Story story = new Story(config, 1, 1, 2).start(new Topology(1, 2, 2))) {
      story.profile(0, "c-1", "14:00:00", "gold");
      story.profile(1, "c-2", "14:00:00", "gold");
      story.event(0, "c-2", "14:00:10", null);
      story.event(0, "c-2", "14:01:10", null);
      story.settle();
      keepsSpeaking(story);
      assertThat(story.results()).isEmpty();

      story.profile(1, "c-2", "14:00:05", "silver");
      story.settle();
      keepsSpeaking(story);
      assertThat(story.results()).containsExactly("c-2 14:00:00 r0 [1, null] matched silver");
    }
  }

  /** Long enough for the customers to be idle, while events come. */
  private static void keepsSpeaking(Story story) throws Exception {
    for (int i = 0; i < 4; i++) {
      story.event(0, "c-2", "14:01:20", null);
      story.settle().silence("20S");
    }
  }

  @Test
  void silenceClosesWhatIsOpenAfterThatLongAndWhatComesThenIsLateOfAnIdlePartition()
      throws Exception {
    try (Story story = new Story(SILENT, 2, 0, 0).start(TWO)) {
      story.event(0, "c-1", "14:00:10", null);
      story.event(1, "c-2", "14:00:50", null);
      story.settle().silence("40S").silence("119S");
      assertThat(story.results()).isEmpty();
      story.silence("2S");
      assertThat(story.results())
          .containsExactly(
              "c-1 14:00:00 r0 [1, null] missing", "c-2 14:00:00 r0 [1, null] missing");

      story.event(1, "c-2", "14:00:55", "5.00");
      story.settle();
      assertThat(story.results()).hasSize(2);
      assertThat(story.late())
          .singleElement()
          .asString()
          .contains("slackwater.cause=idle-partition", "slackwater.partition=1");
    }
  }

  @Test
  void whatSilenceHasClosedStaysClosedOverARestore() throws Exception {
    try (Story story = new Story(SILENT, 2, 0, 0).start(TWO)) {
      story.event(0, "c-1", "14:00:10", null);
      story.event(1, "c-2", "14:00:50", null);
      story.settle().silence("40S").silence("121S");
      story.checkpointAndRestart(new Topology(1, 1, 3));
      story.event(1, "c-2", "14:00:55", "5.00");
      story.settle();
      assertThat(story.results()).hasSize(2);
      assertThat(story.late())
          .singleElement()
          .asString()
          .contains("slackwater.cause=idle-partition", "slackwater.partition=1");
    }
  }

  @Test
  void silenceClosesNothingWhileCustomersAreStillLoading() throws Exception {
    try (Story story = new Story(SILENT, 1, 1, 0).start(new Topology(1, 2, 2))) {
      story.event(0, "c-1", "14:00:10", null);
      story.settle().silence("40S").silence("121S").silence("600S");
      assertThat(story.results()).isEmpty();

      story.profile(0, "c-1", "14:00:00", "gold");
      story.settle().silence("40S").silence("121S");
      assertThat(story.results()).containsExactly("c-1 14:00:00 r0 [1, null] matched gold");
    }
  }

  @Test
  void silenceThatIsBrokenBeginsAnew() throws Exception {
    try (Story story = new Story(SILENT, 1, 0).start(new Topology(1, 1, 1))) {
      story.event(0, "c-1", "14:00:10", null);
      story.settle().silence("40S").silence("100S");
      story.event(0, "c-1", "14:00:20", null);
      story.settle().silence("40S").silence("100S");
      assertThat(story.results()).isEmpty();
      story.silence("21S");
      assertThat(story.results()).containsExactly("c-1 14:00:00 r0 [2, null] missing");
    }
  }
}
