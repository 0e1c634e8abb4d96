package io.slackwater.job.simulation;

import static io.slackwater.job.simulation.ClosedWindowTest.hex;
import static io.slackwater.job.simulation.Story.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A partition that falls silent leaves the minimum; when it returns with old records, they are late
 * for a cause of their own, and nobody loses them.
 */
class IdlePartitionTest {
  private static final JobConfig IDLENESS = Setting.MINUTES.job("watermarks.idleness=30s");

  /** Two partitions in a subtask, or one alone; back before or after a restore. */
  static Stream<Arguments> courses() {
    Topology shared = new Topology(2, 1, 2);
    Topology alone = new Topology(4, 1, 3);
    return Stream.of(shared, alone)
        .flatMap(
            before ->
                Stream.of(null, shared, alone, new Topology(1, 1, 5))
                    .map(after -> Arguments.of(before, after)));
  }

  @ParameterizedTest
  @MethodSource("courses")
  void recordsOfAPartitionThatReturnsGoToTheLateTopicWithTheirBytes(Topology before, Topology after)
      throws Exception {
    try (Story story = new Story(IDLENESS, 4, 0).start(before)) {
      story.profile(0, "c-0", "15:00:00", "gold");
      for (int partition = 0; partition < 4; partition++) {
        story.event(partition, "c-" + partition, "14:00:10", "1.00");
      }
      story.settle();
      for (String time : new String[] {"14:00:40", "14:01:10", "14:01:20"}) {
        for (int partition = 0; partition < 3; partition++) {
          story.event(partition, "c-" + partition, time, "1.00");
        }
        story.settle().silence("20S");
      }
      assertThat(story.results())
          .containsExactly(
              "c-0 14:00:00 r0 [2, 2.00] missing",
              "c-1 14:00:00 r0 [2, 2.00] missing",
              "c-2 14:00:00 r0 [2, 2.00] missing",
              "c-3 14:00:00 r0 [1, 1.00] missing");
      if (after != null) {
        story.checkpointAndRestart(after);
      }

      String old = story.event(3, "c-3", "14:00:20", "7.00");
      story.event(3, "c-3", "14:01:30", "8.00");
      story.settle();
      for (int partition = 0; partition < 4; partition++) {
        story.event(partition, "c-" + partition, "14:02:05", null);
      }
      story.settle();

      assertThat(story.results()).hasSize(8).contains("c-3 14:01:00 r0 [1, 8.00] missing");
      assertThat(story.late())
          .containsExactly(
              "trace=\u0001\u0002\ufffd slackwater.cause=idle-partition slackwater.topic=events"
                  + " slackwater.partition=3 slackwater.offset=1"
                  + " slackwater.window-start=2026-01-01T14:00:00Z"
                  + " slackwater.lateness-ms=-15001 at "
                  + at("14:00:20")
                  + " key 632d33 value "
                  + hex(old));
    }
  }

  /** Otherwise the subtasks would be read for ever, and never be waited for or listened to. */
  @Test
  void idlenessThatACheckpointHasFoundOnItsWayIsTakenBack() throws Exception {
    Topology two = new Topology(2, 1, 1);
    try (Story story = new Story(IDLENESS, 2, 0).start(two)) {
      SimulatedJob job = story.job();
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", "1.00");
      story.event(1, "c-1", "14:00:10", "1.00");
      story.settle();
      job.pass(Duration.ofSeconds(40), true);
      job.emitWatermarks();
      overtakingCheckpoint(job);
      job.restart(two);

      story.event(0, "c-0", "14:02:06", null);
      assertThat(story.settle().results()).as("before the other partition is as far").isEmpty();
      story.event(1, "c-1", "14:02:06", null);
      assertThat(story.settle().results())
          .containsExactly(
              "c-0 14:00:00 r0 [1, 1.00] missing", "c-1 14:00:00 r0 [1, 1.00] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  /** Unaligned: the barriers pass by whatever is on its way. */
  private static void overtakingCheckpoint(SimulatedJob job) throws Exception {
    job.startCheckpoint(true);
    for (int input = SimulatedJob.EVENTS; input <= SimulatedJob.CUSTOMERS; input++) {
      for (int source = 0; source < job.sources(input).size(); source++) {
        job.injectBarrier(input, source);
      }
    }
    for (MinutesSubtask subtask : job.minutes()) {
      for (Channel channel : subtask.overtakable()) {
        job.overtake(channel);
      }
    }
    assertThat(job.running()).as("the checkpoint is complete").isNull();
  }

  @Test
  void partitionAddedWhileRunningWithOldRecordsLosesNone() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(2, 1, 2))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      for (int partition = 0; partition < 2; partition++) {
        story.event(partition, "c-0", "14:00:10", null);
        story.event(partition, "c-0", "14:01:10", null);
      }
      story.settle();
      assertThat(story.results()).containsExactly("c-0 14:00:00 r0 [2, null] missing");

      story
          .job()
          .discover(
              SimulatedJob.EVENTS, 1, story.newEventPartition(2, "c-0", "14:00:50", "14:01:20"));
      story.settle();
      for (String time : new String[] {"14:02:05", "14:02:06"}) {
        story.event(0, "c-0", time, null);
        story.event(1, "c-0", time, null);
        story.settle().silence("31S");
      }

      assertThat(story.results())
          .containsExactly(
              "c-0 14:00:00 r0 [2, null] missing", "c-0 14:01:00 r0 [3, null] missing");
      assertThat(story.late())
          .singleElement()
          .asString()
          .contains("slackwater.cause=idle-partition")
          .contains("slackwater.partition=2 slackwater.offset=0")
          .contains("slackwater.lateness-ms=0");
    }
  }

  @Test
  void openWindowWaitsForASilentPartitionUntilItsIdleTimeIsOver() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(1, 1, 1))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", null);
      story.event(1, "c-0", "14:00:10", null);
      story.settle().silence("29S");
      story.event(0, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).isEmpty();
      story.event(1, "c-0", "14:00:59", null);
      story.event(1, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).containsExactly("c-0 14:00:00 r0 [3, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  @Test
  void recordsThatWaitToBeReadAreNoSilence() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(1, 1, 1))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", null);
      story.event(1, "c-0", "14:00:10", null);
      story.settle();
      story.event(0, "c-0", "14:01:10", null);
      story.event(1, "c-0", "14:00:20", null);
      story.event(1, "c-0", "14:01:10", null);

      story.silence("90S");
      assertThat(story.results()).isEmpty();

      assertThat(story.settle().results()).containsExactly("c-0 14:00:00 r0 [3, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  /** Neither is the broker's silence that of the partition, nor ours. */
  @Test
  void outagesAndStallsAreNoSilence() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(2, 1, 1))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", null);
      story.event(1, "c-0", "14:00:10", null);
      story.settle();
      story.event(0, "c-0", "14:01:10", null);
      story.settle().silence("20S").outage("90S").silence("20S").stall("90S");
      assertThat(story.results()).isEmpty();

      story.event(1, "c-0", "14:00:20", null);
      story.event(1, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).containsExactly("c-0 14:00:00 r0 [3, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  @Test
  void idlePartitionIsWaitedForAgainWhileTheBrokerDoesNotAnswer() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(2, 1, 1))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", null);
      story.event(1, "c-0", "14:00:10", null);
      story.settle().silence("40S").outage("40S");
      story.event(0, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).isEmpty();

      story.silence("20S");
      story.event(1, "c-0", "14:00:20", null);
      story.event(1, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).containsExactly("c-0 14:00:00 r0 [3, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }

  /** Its word that it is there must not wait until its watermark is higher than ever before. */
  @Test
  void partitionThatReturnsIsWaitedForFromItsFirstRecordOn() throws Exception {
    try (Story story = new Story(IDLENESS, 2, 0).start(new Topology(2, 1, 1))) {
      story.profile(0, "c-0", "15:00:00", "gold");
      story.event(0, "c-0", "14:00:10", null);
      story.event(1, "c-0", "14:00:10", null);
      story.settle().silence("40S");

      story.event(1, "c-0", "14:00:09", null);
      story.settle();
      story.event(0, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).isEmpty();
      story.event(1, "c-0", "14:01:10", null);
      assertThat(story.settle().results()).containsExactly("c-0 14:00:00 r0 [3, null] missing");
      assertThat(story.late()).isEmpty();
    }
  }
}
