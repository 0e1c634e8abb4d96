package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sums keep every digit, also through a checkpoint in the middle. */
class ExactNumbersTest {
  private static final Topology ONE = new Topology(1, 1, 1);

  private static Story story() throws Exception {
    Story story = new Story(Setting.MINUTES.job(), 1, 0).start(ONE);
    story.profile(0, "c-1", "15:00:00", "gold");
    return story;
  }

  @Test
  void thousandTimesATenthIsAHundred() throws Exception {
    try (Story story = story()) {
      for (int i = 0; i < 1_000; i++) {
        story.event(0, "c-1", "14:00:10", "0.1");
      }
      story.event(0, "c-1", "14:01:05", null);
      assertThat(story.settle().results())
          .containsExactly("c-1 14:00:00 r0 [1000, 100.00] missing");
    }
  }

  @Test
  void numberBeyondEveryDoubleSurvives() throws Exception {
    try (Story story = story()) {
      story.event(0, "c-1", "14:00:10", "123456789012345678.91");
      story.event(0, "c-1", "14:01:05", null);
      assertThat(story.settle().results())
          .containsExactly("c-1 14:00:00 r0 [1, 123456789012345678.91] missing");
    }
  }

  @Test
  void sumGrowsBeyondALongAndComesBack() throws Exception {
    try (Story story = story()) {
      String most = "92233720368547758.07";
      story.event(0, "c-1", "14:00:10", most);
      story.event(0, "c-1", "14:00:10", most);
      story.event(0, "c-2", "14:00:10", most);
      story.event(0, "c-2", "14:00:10", "0.01");
      story.settle().checkpointAndRestart(new Topology(1, 1, 3));
      story.event(0, "c-1", "14:00:10", "0.01");
      story.event(0, "c-2", "14:00:10", "-" + most);
      story.event(0, "c-2", "14:01:05", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-1 14:00:00 r0 [3, 184467440737095516.15] missing",
              "c-2 14:00:00 r0 [3, 0.01] missing");
    }
  }
}
