package io.slackwater.ops.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.runbook.Judgement.Decision;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final long THEN = 1_000_000;

  /** 2 % late, 1 % dead, 10 % without a profile; 50 of 1,000 profiles dead. */
  private static final Vitals OLD = new Vitals(10, 10_000, 200, 100, 1_000, 50, 1_000, 100, THEN);

  private static final Baseline BEFORE =
      Baseline.of(new Vitals(0, 5_000, 100, 50, 500, 25, 500, 50, THEN - 1), OLD);

  private static final Vitals GOOD = new Vitals(20, 1_000, 20, 10, 100, 5, 300, 30, THEN + 10);

  private static Look look(Vitals vitals) {
    return new Look(JobStatus.RUNNING, true, 0, 2, THEN + 1, vitals);
  }

  private static Judgement judge(Look look) {
    return Judgement.of(BEFORE, look, false);
  }

  @Test
  void jobThatDoesAsTheOneBeforeIsPromoted() {
    assertThat(judge(look(GOOD))).isEqualTo(new Judgement(Decision.PROMOTE, ""));
  }

  @Test
  void twoCheckpointsAreWaitedFor() {
    Look one = new Look(JobStatus.RUNNING, true, 0, 1, THEN + 1, GOOD);

    assertThat(judge(one)).isEqualTo(new Judgement(Decision.WAIT, "1 of 2 checkpoints completed"));
    assertThat(Judgement.of(BEFORE, one, true).decision()).isEqualTo(Decision.REJECT);
  }

  @Test
  void everythingThatIsMissingIsSaid() {
    Vitals nothing = new Vitals(20, 0, 0, 0, 0, 0, 0, 0, Long.MIN_VALUE);

    assertThat(judge(new Look(JobStatus.RUNNING, false, 0, 0, Long.MIN_VALUE, nothing)))
        .isEqualTo(
            new Judgement(
                Decision.WAIT, "not every task runs, 0 of 2 checkpoints completed, no event read"));
  }

  @Test
  void watermarkMustPassTheOldOneAndResultsMustCome() {
    Vitals standing = new Vitals(20, 1_000, 20, 10, 100, 5, 0, 0, THEN);

    assertThat(judge(look(standing)))
        .isEqualTo(
            new Judgement(Decision.WAIT, "the watermark has not moved on, no result published"));
  }

  @Test
  void watermarkThatStoodBeforeMayStand() {
    Baseline stood = Baseline.of(OLD, OLD.since(new Vitals(0, 0, 0, 0, 0, 0, 0, 0, 0)));
    Vitals standing = new Vitals(20, 1_000, 20, 10, 100, 5, 300, 30, THEN);

    assertThat(Judgement.of(stood, look(standing), false).decision()).isEqualTo(Decision.PROMOTE);
  }

  @Test
  void silentTopicKeepsNobodyFromBeingPromoted() {
    Baseline silent = Baseline.of(OLD, OLD);
    Vitals nothing = new Vitals(20, 0, 0, 0, 0, 0, 0, 0, Long.MIN_VALUE);

    assertThat(Judgement.of(silent, look(nothing), false).decision()).isEqualTo(Decision.PROMOTE);
  }

  @Test
  void fewRecordsAreWaitedForButNotForEver() {
    Vitals few = new Vitals(20, 199, 4, 2, 0, 0, 60, 6, THEN + 10);

    assertThat(judge(look(few)))
        .isEqualTo(
            new Judgement(Decision.WAIT, "199 of 200 events read that shares are judged by"));
    assertThat(Judgement.of(BEFORE, look(few), true).decision()).isEqualTo(Decision.PROMOTE);
  }

  @Test
  void shareMayDoubleButNotMore() {
    Vitals doubled = new Vitals(20, 1_000, 40, 20, 100, 5, 300, 60, THEN + 10);
    Vitals more = new Vitals(20, 1_000, 41, 21, 100, 5, 300, 61, THEN + 10);

    assertThat(judge(look(doubled)).decision()).isEqualTo(Decision.PROMOTE);
    assertThat(judge(look(more)))
        .isEqualTo(
            new Judgement(
                Decision.REJECT,
                "late records: 4.1 %, before 2.0 %, dead events: 2.1 %, before 1.0 %,"
                    + " results without a profile: 20.3 %, before 10.0 %"));
  }

  @Test
  void badShareIsRejectedAtOnceAndWithoutAnyResult() {
    Vitals dead = new Vitals(12, 500, 0, 500, 0, 0, 0, 0, Long.MIN_VALUE);

    assertThat(judge(new Look(JobStatus.RUNNING, true, 0, 0, Long.MIN_VALUE, dead)))
        .isEqualTo(new Judgement(Decision.REJECT, "dead events: 100.0 %, before 1.0 %"));
  }

  @Test
  void deadProfilesCountToo() {
    Vitals dead = new Vitals(20, 1_000, 20, 10, 400, 100, 300, 30, THEN + 10);

    assertThat(judge(look(dead)))
        .isEqualTo(new Judgement(Decision.REJECT, "dead profiles: 25.0 %, before 5.0 %"));
  }

  /** A job that has read 60 profiles, none of them dead, says little about one dead in 30. */
  @Test
  void fewRecordsBeforeTheChangeAreNoMeasureOfASmallShare() {
    Vitals young = new Vitals(5, 500, 0, 0, 60, 0, 10, 0, THEN);
    Baseline before = Baseline.of(young, young);
    Vitals three = new Vitals(20, 1_000, 0, 0, 400, 12, 300, 0, THEN + 10);
    Vitals many = new Vitals(20, 1_000, 0, 0, 400, 100, 300, 0, THEN + 10);

    assertThat(Judgement.of(before, look(three), false).decision()).isEqualTo(Decision.PROMOTE);
    assertThat(Judgement.of(before, look(many), false))
        .isEqualTo(new Judgement(Decision.REJECT, "dead profiles: 25.0 %, before 0.0 %"));
  }

  /** Old profiles are all well; of those that come in now, one in 30 is not. */
  @Test
  void loadOfOldProfilesSaysNothingOfThoseThatComeInNow() {
    Vitals loaded = new Vitals(5, 500, 0, 0, 100_000, 0, 10, 0, THEN);
    Vitals live = new Vitals(15, 900, 0, 0, 100_020, 0, 20, 0, THEN + 1);
    Baseline before = Baseline.of(loaded, live);
    Vitals usual = new Vitals(20, 1_000, 0, 0, 400, 14, 300, 0, THEN + 10);
    Vitals many = new Vitals(20, 1_000, 0, 0, 400, 100, 300, 0, THEN + 10);

    assertThat(Judgement.of(before, look(usual), false).decision()).isEqualTo(Decision.PROMOTE);
    assertThat(Judgement.of(before, look(many), false))
        .isEqualTo(new Judgement(Decision.REJECT, "dead profiles: 25.0 %, before 0.0 %"));
  }

  @Test
  void jobThatEndsOrCrashesAgainAndAgainIsRejected() {
    assertThat(judge(new Look(JobStatus.FAILED, false, 0, 0, Long.MIN_VALUE, GOOD)))
        .isEqualTo(new Judgement(Decision.REJECT, "the job has ended: FAILED"));
    assertThat(judge(new Look(JobStatus.RUNNING, true, 2, 2, THEN + 1, GOOD)).decision())
        .isEqualTo(Decision.PROMOTE);
    assertThat(judge(new Look(JobStatus.RESTARTING, false, 3, 2, THEN + 1, GOOD)))
        .isEqualTo(new Judgement(Decision.REJECT, "it has restarted 3 times"));
  }

  @Test
  void withoutAMeasureTheWatermarkMustMoveAndNothingIsCompared() {
    Vitals dead = new Vitals(20, 1_000, 900, 900, 100, 100, 1, 1, THEN + 10);

    assertThat(Judgement.of(null, look(dead), false).decision()).isEqualTo(Decision.PROMOTE);
    assertThat(
            Judgement.of(null, new Look(JobStatus.RUNNING, true, 0, 2, THEN + 10, dead), false)
                .decision())
        .isEqualTo(Decision.WAIT);
  }

  @Test
  void worseOfTheWholeTimeAndTheLastMomentsIsTheMeasure() {
    Vitals quiet = new Vitals(0, 9_000, 0, 0, 0, 0, 0, 0, 0);
    Vitals troubled = new Vitals(10, 10_000, 500, 0, 0, 0, 0, 0, 1);

    assertThat(Baseline.of(quiet, troubled).share(Quality.LATE)).isEqualTo(0.5);
    assertThat(Baseline.of(troubled, troubled).share(Quality.LATE)).isEqualTo(0.05);
  }
}
