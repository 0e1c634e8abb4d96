package io.slackwater.ops.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.monitor.FlinkSample.Reading;
import io.slackwater.ops.monitor.FlinkSample.Spent;
import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.KafkaSample.Topic;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.PartitionTrack.Sample;
import io.slackwater.ops.monitor.state.OffsetGap;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What follows from several samples of one partition. Seconds count from an arbitrary start. */
class PartitionTrackTest {
  private static final Uuid ID = new Uuid(1, 2);
  private static final long START = 1_780_000_000_000L;

  private final PartitionTrack track = new PartitionTrack(new TopicPartition("events", 0));
  private Topic topic = new Topic(ID, 1, true, 60_000L, null);
  private Spent paused = Spent.UNKNOWN;

  private PartitionFacts at(
      long seconds, long start, @Nullable Long reader, @Nullable Long committed, long end) {
    return at(seconds, new Offsets(start, end, end, committed, null), reader, null);
  }

  private PartitionFacts at(
      long seconds, Offsets offsets, @Nullable Long reader, @Nullable Found behind) {
    Reading reading =
        reader == null
            ? null
            : new Reading(
                reader, WatermarkFacts.UNKNOWN, null, paused, Spent.UNKNOWN, Spent.UNKNOWN);
    return track.take(
        new Sample(START + seconds * 1000, offsets, topic, reading, behind, null, 5_000));
  }

  @Test
  void lagGrowsByWhatIsNotRead() {
    for (int second = 0; second <= 60; second += 5) {
      // 100 are written each second, 30 are read.
      at(second, 0, 30L * second, 0L, 100L * second);
    }
    PartitionFacts facts = at(65, 0, 30L * 65, 0L, 100L * 65);
    assertThat(facts.reader().growthPerSecond()).isCloseTo(70, Offset.offset(1e-6));
    assertThat(facts.committed().growthPerSecond()).isCloseTo(100, Offset.offset(1e-6));
  }

  @Test
  void twoSamplesAreNoTrend() {
    at(0, 0, 10L, 0L, 100);
    assertThat(at(30, 0, 10L, 0L, 400).reader().growthPerSecond()).isNull();
  }

  @Test
  void standstillIsAsLongAsItWasWatched() {
    at(0, 0, 10L, 0L, 100);
    at(5, 0, 20L, 0L, 110);
    at(10, 0, 20L, 0L, 110);
    PartitionFacts facts = at(40, 0, 20L, 0L, 120);
    assertThat(facts.stillMs()).isEqualTo(35_000);
    assertThat(facts.silentMs()).isZero();
  }

  @Test
  void readingThatIsAheadOfWhatWasCommittedLosesNothing() {
    at(0, 0, 500L, 100L, 600);
    PartitionFacts facts = at(5, 400, 510L, 100L, 600);
    assertThat(facts.gaps()).isEmpty();
    assertThat(facts.gapRecords()).isZero();
  }

  @Test
  void readerThatRetentionOvertookHasLostWhatLiesBetween() {
    at(0, 0, 500L, 100L, 9_000);
    PartitionFacts facts = at(5, 8_000, 500L, 100L, 9_000);
    assertThat(facts.gaps()).containsExactly(new OffsetGap(500, 7_999));
    // It goes on from there, and the loss is not forgotten.
    facts = at(15, 8_000, 8_400L, 8_200L, 9_000);
    assertThat(facts.gaps()).containsExactly(new OffsetGap(500, 7_999));
    assertThat(facts.gapRecords()).isEqualTo(7_500);
  }

  @Test
  void metricsThatAreOldAreNoLoss() {
    for (int second = 0; second <= 30; second += 5) {
      at(second, 0, 100L * second, 0L, 10_000);
    }
    // The reader is at 3000 by what Flink said up to five seconds ago, so at 3500 by now.
    assertThat(at(35, 3_400, 3_000L, 0L, 10_000).gaps()).isEmpty();
  }

  @Test
  void stoppedJobLosesWhatWasNotCommitted() {
    at(0, 0, null, 100L, 600);
    assertThat(at(5, 150, null, 100L, 600).gaps()).containsExactly(new OffsetGap(100, 149));
    assertThat(at(10, 200, null, 100L, 600).gaps()).containsExactly(new OffsetGap(100, 199));
    assertThat(at(15, 200, null, 300L, 600).gapRecords()).isEqualTo(100);
  }

  @Test
  void pauseIsSeenInTheTotals() {
    for (int second = 0; second <= 30; second += 5) {
      paused = new Spent(Math.max(0, second - 10) * 1000.0, 0.0);
      at(second, 0, 10L, 0L, 100);
    }
    assertThat(at(31, 0, 10L, 0L, 100).paused()).isCloseTo(1.0, Offset.offset(0.1));
  }

  @Test
  void headroomByAgeIsWhatIsLeftOfIt() {
    Offsets offsets = new Offsets(0, 100, 100, 0L, null);
    Found behind = new Found(40, 41, START - 20_000);
    PositionFacts reader = at(0, offsets, 40L, behind).reader();
    assertThat(reader.lagMs()).isEqualTo(20_000);
    assertThat(reader.headroomMs()).isEqualTo(40_000);
    assertThat(reader.headroomBy()).isEqualTo("retention.ms");
    assertThat(at(100, offsets, 40L, behind).reader().headroomMs()).isZero();
  }

  @Test
  void headroomBySizeIsHowLongItsBytesLast() {
    topic = new Topic(ID, 1, true, null, 20_000L);
    for (int second = 0; second <= 20; second += 5) {
      at(second, new Offsets(0, 100 + second, 100 + second, 0L, 1_000L + 10L * second), 50L, null);
    }
    // 10 bytes an offset, one offset a second: of 20000 bytes 1250 - 500 are behind the reader.
    PositionFacts reader = at(25, new Offsets(0, 125, 125, 0L, 1_250L), 50L, null).reader();
    assertThat(reader.headroomMs() / 1000.0).isCloseTo(1_925, Offset.offset(0.1));
    assertThat(reader.headroomBy()).isEqualTo("retention.bytes");
  }

  @Test
  void topicThatKeepsAllSaysSo() {
    topic = new Topic(ID, 1, true, null, null);
    PositionFacts reader = at(0, 0, 40L, 0L, 100).reader();
    assertThat(reader.headroomMs()).isNull();
    assertThat(reader.headroomBy()).isEqualTo("never");
  }

  @Test
  void withoutBrokersNothingIsKnownOfOffsets() {
    at(0, 0, 40L, 0L, 100);
    PartitionFacts facts = at(5, null, 40L, null);
    assertThat(facts.reader()).isEqualTo(new PositionFacts(40L, null, null, null, null, null));
    assertThat(facts.committed()).isEqualTo(PositionFacts.UNKNOWN);
    assertThat(facts.silentMs()).isNull();
  }
}
