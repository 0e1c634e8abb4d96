package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One record with a time of tomorrow must not make today's records late. */
class PoisonedTimeTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void recordTwoHoursAheadIsQuarantinedAndNobodyElseIsLate(int poisoned) throws Exception {
    try (Story story = new Story(Setting.MINUTES.job(), 3, 0).start(new Topology(3, 1, 2))) {
      story.profile(0, "c-1", "15:00:00", "gold");
      for (int partition = 0; partition < 3; partition++) {
        story.event(partition, "c-1", "14:00:10", "1.00");
        if (partition < poisoned) {
          story.event(partition, "c-1", Story.at("16:00:11"), Story.at("14:00:11"), "5.00");
        }
        story.settle();
        story.event(partition, "c-1", "14:00:12", "1.00");
        story.event(partition, "c-1", "14:01:05", null);
      }
      story.settle();

      assertThat(story.results()).containsExactly("c-1 14:00:00 r0 [6, 6.00] missing");
      assertThat(story.late()).isEmpty();
      assertThat(story.dead()).hasSize(poisoned);
      assertThat(story.dead().get(0))
          .startsWith(
              "trace=\u0001\u0002\ufffd slackwater.reason=future-time"
                  + " slackwater.detail=/occurredAt: 7200000 ms ahead of the record's Kafka"
                  + " timestamp, allowed are 60000, found \"2026-01-01T16:00:11Z\"")
          .contains(" slackwater.topic=events slackwater.partition=0 slackwater.offset=1 at ");
    }
  }
}
