package io.slackwater.ops.monitor.state;

import static io.slackwater.ops.monitor.state.Facts.HOUR_MS;
import static io.slackwater.ops.monitor.state.Facts.NOW;
import static io.slackwater.ops.monitor.state.Facts.atTheEnd;
import static io.slackwater.ops.monitor.state.Facts.behind;
import static io.slackwater.ops.monitor.state.Facts.checkpoints;
import static io.slackwater.ops.monitor.state.Facts.held;
import static io.slackwater.ops.monitor.state.Facts.job;
import static io.slackwater.ops.monitor.state.Facts.lost;
import static io.slackwater.ops.monitor.state.Facts.partition;
import static io.slackwater.ops.monitor.state.Facts.state;
import static io.slackwater.ops.monitor.state.Facts.wellRead;
import static io.slackwater.ops.monitor.state.Facts.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import io.slackwater.ops.monitor.state.Verdict.Finding;
import io.slackwater.ops.monitor.state.Verdict.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said, word for word, of each thing that can be wrong. */
class VerdictTest {
  private static final long OLD = NOW - 126_000;

  private static void assertProblem(MonitorState state, String words) {
    assertThat(Verdict.of(state).level()).isEqualTo(Level.PROBLEM);
    assertThat(Verdict.of(state).headline()).isEqualTo(words);
  }

  private static Diagnosis third(MonitorState state) {
    return Verdict.of(state).partitions().get(3);
  }

  private static void assertHolds(MonitorState state, Cause cause) {
    assertThat(third(state).cause()).isEqualTo(cause);
    assertThat(Verdict.of(state).partitions().stream().filter(Diagnosis::holder))
        .containsExactly(third(state));
  }

  @Test
  void nothingIsWrong() {
    Verdict verdict = Verdict.of(with(wellRead("events", 2)));
    assertThat(verdict.level()).isEqualTo(Level.OK);
    assertThat(verdict.headline())
        .isEqualTo(
            "nothing is wrong: windows close 6.0 s behind the clock, the largest lag is 0.0 s");
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.partitions()).extracting(Diagnosis::cause).containsOnly(Cause.NONE);
  }

  @Test
  void delayedPartitionHoldsTheWindows() {
    MonitorState state =
        with(
            job("RUNNING", OLD, 130_000),
            partition("events", 2, atTheEnd(), OLD, false, 1_000, 1_000));
    assertHolds(state, Cause.BEHIND);
    assertProblem(
        state, "windows have not closed for 2 m 10 s: events-2 is 2 m 0 s behind and not idle");
  }

  @Test
  void delayedPartitionWhoseWindowsDoCloseIsNamedToo() {
    MonitorState state =
        with(
            job("RUNNING", OLD, 20_000),
            partition("events", 2, atTheEnd(), OLD, false, 1_000, 1_000));
    assertProblem(
        state, "windows close 2 m 6 s behind the clock: events-2 is 2 m 0 s behind and not idle");
  }

  @Test
  void silentPartitionThatIsNotIdleHoldsTheWindows() {
    MonitorState state =
        with(
            job("RUNNING", OLD, 130_000),
            partition("events", 2, atTheEnd(), OLD, false, 125_000, 125_000));
    assertHolds(state, Cause.NO_DATA);
    assertProblem(
        state,
        "windows have not closed for 2 m 10 s: events-2 has had no data for at least 2 m 5 s and is"
            + " not idle (watermarks.idleness is 30 s)");
  }

  @Test
  void partitionWithoutAnyRecordHoldsTheWindows() {
    MonitorState state =
        with(
            job("RUNNING", null, 130_000),
            partition(
                "events",
                2,
                new PositionFacts(0L, 0L, 0L, 0.0, null, null),
                null,
                false,
                1_000,
                1_000));
    assertHolds(state, Cause.NO_DATA);
    assertThat(Verdict.of(state).headline()).contains("events-2 has had no usable record yet");
  }

  @Test
  void idlePartitionHoldsNobody() {
    MonitorState state = with(partition("events", 2, atTheEnd(), OLD, true, 125_000, 125_000));
    assertThat(third(state).cause()).isEqualTo(Cause.IDLE);
    assertThat(third(state).holder()).isFalse();
    assertThat(Verdict.of(state).level()).isEqualTo(Level.OK);
  }

  @Test
  void idleNightIsNoProblem() {
    List<PartitionFacts> silent =
        List.of(
            partition("customers", 0, atTheEnd(), OLD, true, 900_000, 900_000),
            partition("events", 0, atTheEnd(), OLD - 1, true, 900_000, 900_000),
            partition("events", 1, atTheEnd(), OLD, true, 900_000, 900_000));
    Verdict verdict =
        Verdict.of(
            state(job("RUNNING", OLD, 900_000), silent, checkpoints(NOW - 4_000), List.of()));
    assertThat(verdict.level()).isEqualTo(Level.NOTICE);
    assertThat(verdict.headline())
        .isEqualTo(
            "windows have not closed for 15 m 0 s: every partition is silent; the windows behind"
                + " events-1 close with the next records");
  }

  @Test
  void idlePartitionWithUnreadRecordsIsStuck() {
    MonitorState state =
        with(partition("events", 2, behind(40, 50_000, 0), OLD, true, 45_000, 45_000));
    assertThat(third(state).cause()).isEqualTo(Cause.STUCK);
    assertProblem(
        state, "events-2 has 40 records that nobody has read for 45 s, and is taken for idle");
  }

  @Test
  void unreadRecordsThatNobodyReadsAreStuck() {
    MonitorState state =
        with(
            job("RUNNING", OLD, 130_000),
            partition("events", 2, behind(1, 50_000, 0), OLD, false, 45_000, 45_000));
    assertHolds(state, Cause.STUCK);
    assertProblem(
        state,
        "windows have not closed for 2 m 10 s: events-2 has 1 record that nobody has read for 45"
            + " s");
  }

  @Test
  void openTransactionOfAProducerIsNamed() {
    PartitionFacts from = partition("events", 2, behind(40, 50_000, 0), OLD, false, 45_000, 45_000);
    PartitionFacts held =
        new PartitionFacts(
            "events",
            2,
            0L,
            1_000L,
            960L,
            from.reader(),
            from.committed(),
            from.watermark(),
            false,
            0.0,
            0.0,
            45_000L,
            45_000L,
            List.of(),
            0L,
            null,
            List.of());
    assertThat(third(with(held)).why())
        .endsWith(": a producer's open transaction holds all behind offset 960");
  }

  @Test
  void partitionAheadIsPausedAndNoHolder() {
    MonitorState state =
        with(
            held(
                partition("events", 2, behind(500, 40_000, 10), NOW, false, 60_000, 1_000),
                1.0,
                0.0));
    assertThat(third(state).cause()).isEqualTo(Cause.PAUSED);
    assertThat(third(state).holder()).isFalse();
    assertThat(Verdict.of(state).findings())
        .contains(
            new Finding(
                Level.NOTICE,
                "events-2 is held by alignment (drift at most 1 m 0 s)",
                "watermark-stalled"));
  }

  @Test
  void backPressureIsNamedWithWhoIsBusy() {
    MonitorState state =
        with(
            job("RUNNING", OLD, 130_000),
            held(
                partition("events", 2, behind(500, 120_000, 10), OLD, false, 60_000, 1_000),
                0.0,
                0.93));
    assertHolds(state, Cause.BACK_PRESSURED);
    assertThat(Verdict.of(state).findings())
        .anySatisfy(
            finding ->
                assertThat(finding.text())
                    .isEqualTo(
                        "windows have not closed for 2 m 10 s: events-2 is not read fast enough:"
                            + " its source waits for those behind it 93 % of the time (busiest:"
                            + " Customer minutes, 100 %)"));
  }

  @Test
  void backlogThatShrinksIsNoProblem() {
    MonitorState state =
        with(
            job("RUNNING", NOW - HOUR_MS, 1_000),
            partition("events", 2, behind(500, HOUR_MS, -90), NOW - HOUR_MS, false, 1_000, 1_000));
    assertHolds(state, Cause.BEHIND);
    assertThat(Verdict.of(state).level()).isEqualTo(Level.NOTICE);
  }

  @Test
  void growingLagIsAProblem() {
    MonitorState state =
        with(partition("events", 2, behind(9_000, 60_000, 90), NOW - 66_000, false, 1_000, 1_000));
    assertThat(Verdict.of(state).findings())
        .contains(
            new Finding(
                Level.PROBLEM,
                "the lag of 1 partition grows by 90 records/s: the oldest unread record is 1 m 0 s"
                    + " old, in events-2",
                "lag-growing"));
  }

  @Test
  void constantLagDoesNotGrow() {
    MonitorState state =
        with(partition("events", 2, behind(90_000, 60_000, 2), NOW - 66_000, false, 1_000, 1_000));
    assertThat(Verdict.of(state).findings())
        .noneSatisfy(finding -> assertThat(finding.runbook()).isEqualTo("lag-growing"));
  }

  @Test
  void retentionThatOvertakesIsForetold() {
    PositionFacts tight = new PositionFacts(10L, 990L, 23 * HOUR_MS, -1.0, HOUR_MS, "retention.ms");
    MonitorState state =
        with(partition("events", 2, tight, NOW - 23 * HOUR_MS, false, 1_000, 1_000));
    assertThat(Verdict.of(state).findings())
        .contains(
            new Finding(
                Level.PROBLEM,
                "retention may delete in 1 h 0 m, by retention.ms, the oldest unread record of"
                    + " events-2 (23 h 0 m old)",
                "retention-overtaking"));
  }

  @Test
  void lostOffsetsAndARecreatedTopicAreNamed() {
    PartitionFacts gaps =
        lost(wellRead("events", 2), List.of(new OffsetGap(5, 9), new OffsetGap(20, 20)), null);
    assertProblem(
        with(gaps),
        "events-2 has lost offsets 5 to 9, 20 to 20 (at most 6 records): they were deleted before"
            + " they were read");
    assertProblem(
        with(lost(wellRead("events", 2), List.of(), "its id changed")),
        "events-2 is not the partition that was read: its id changed");
  }

  @Test
  void loadingOfTheCustomersIsNoProblem() {
    PartitionFacts loading =
        new PartitionFacts(
            "customers",
            0,
            0L,
            1_000L,
            1_000L,
            behind(400, 1_000, -50),
            atTheEnd(),
            new WatermarkFacts(true, null, true),
            false,
            0.0,
            0.0,
            0L,
            1_000L,
            List.of(),
            0L,
            null,
            List.of());
    Verdict verdict =
        Verdict.of(
            state(
                job("RUNNING", null, 200_000),
                List.of(loading, wellRead("events", 0)),
                checkpoints(NOW - 4_000),
                List.of()));
    assertThat(verdict.level()).isEqualTo(Level.NOTICE);
    assertThat(verdict.headline())
        .endsWith("customers-0 is being loaded before any window may close (400 records to go)");
  }

  @Test
  void stoppedJobLeavesNothingToSayOfWatermarks() {
    MonitorState state = with(job("FAILED", null, 0), wellRead("events", 2));
    assertProblem(state, "job slackwater does not run: Flink says FAILED");
    assertThat(Verdict.of(state).partitions()).isEmpty();
  }

  @Test
  void unreachableFlinkIsAProblemAndTheRestIsStillJudged() {
    MonitorState state =
        with(null, lost(wellRead("events", 2), List.of(new OffsetGap(1, 1)), null));
    assertThat(Verdict.of(state).findings())
        .extracting(Finding::text)
        .containsExactly(
            "no Flink answers",
            "events-2 has lost offsets 1 to 1 (at most 1 record): they were deleted before they"
                + " were read");
  }

  @Test
  void checkpointsThatDoNotCompleteAreAProblem() {
    MonitorState state =
        state(
            job(),
            List.of(wellRead("events", 0)),
            checkpoints(NOW - 95_000),
            List.of(
                new OutputFacts("out", "results", true, 200_000L, "slackwater-0"),
                new OutputFacts("events.late", "late", false, null, null)));
    assertThat(Verdict.of(state).findings())
        .extracting(Finding::text)
        .containsExactly(
            "no checkpoint has completed for 1 m 35 s (one is due every 10 s), so nothing has been"
                + " committed since; the last failure: expired",
            "a transaction in out has been open for 3 m 20 s (slackwater-0): readers of committed"
                + " records wait behind it",
            "topic events.late (late) does not exist");
  }

  @Test
  void unknownIsNotTakenForAnything() {
    PartitionFacts unknown =
        new PartitionFacts(
            "events",
            2,
            null,
            null,
            null,
            PositionFacts.UNKNOWN,
            PositionFacts.UNKNOWN,
            WatermarkFacts.UNKNOWN,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            List.of());
    MonitorState state = with(unknown);
    assertThat(Verdict.of(state).partitions())
        .extracting(Diagnosis::name)
        .containsExactly("customers-0", "events-0", "events-1");
    assertThat(Verdict.of(state).level()).isEqualTo(Level.OK);
  }
}
