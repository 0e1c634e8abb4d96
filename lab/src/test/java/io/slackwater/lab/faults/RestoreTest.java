package io.slackwater.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How much is read again is known between two bounds. */
class RestoreTest {
  private static final TopicPartition A = new TopicPartition("events", 0);
  private static final TopicPartition B = new TopicPartition("events", 1);

  @Test
  void whatTheJobToldThatItHadReadIsReadAgainAtLeast() {
    assertThat(Restore.atLeast(Map.of(A, 100L, B, 50L), Map.of(A, 130L, B, 50L), Map.of()))
        .isEqualTo(30);
  }

  @Test
  void positionFromBeforeTheRestoreBeforeIsNoProofOfReadingTwice() {
    Map<TopicPartition, Long> seen = Map.of(A, 130L, B, 70L);

    assertThat(Restore.atLeast(Map.of(A, 100L, B, 50L), seen, Map.of(A, 130L, B, 60L)))
        .isEqualTo(20);
  }

  @Test
  void partitionWithoutAReadRecordBeginsAtItsFirst() {
    assertThat(Restore.atLeast(Map.of(A, -2L), Map.of(A, 5L), Map.of())).isEqualTo(5);
  }

  @Test
  void noMoreThanThereIsCanBeReadAgain() {
    assertThat(Restore.atMost(Map.of(A, 100L, B, -2L), Map.of(A, 140L, B, 7L))).isEqualTo(47);
  }
}
