package io.slackwater.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What is asked about silent partitions, and what is said of the answers. Times are in seconds. */
class SilencesTest {
  private static final TopicPartition A = new TopicPartition("events", 0);
  private static final TopicPartition B = new TopicPartition("events", 1);

  private final Silences silences = new Silences(Duration.ofSeconds(80), 0);

  @Test
  void isDueEightTimesWithinTheIdleness() {
    assertThat(silences.isDue(seconds(9))).isFalse();
    assertThat(silences.isDue(seconds(10))).isTrue();
    silences.unmoved(Map.of(A, 5L), seconds(10));
    assertThat(silences.isDue(seconds(19))).isFalse();
    assertThat(silences.isDue(seconds(20))).isTrue();
  }

  @Test
  void onlyWhatHasNotMovedIsAskedFor() {
    assertThat(silences.unmoved(Map.of(A, 5L, B, 7L), seconds(10))).isEmpty();
    assertThat(silences.unmoved(Map.of(A, 5L, B, 8L), seconds(20))).isEqualTo(Set.of(A));
    assertThat(silences.unmoved(Map.of(A, 5L, B, 8L), seconds(30))).isEqualTo(Set.of(A, B));
  }

  @Test
  void silentForTheIdlenessIsSaidOnce() {
    assertThat(silentAt(5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110)).containsExactly(90L);
  }

  @Test
  void whatIsThereButNotReadYetIsNoSilence() {
    assertThat(silentAt(6, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110)).isEmpty();
  }

  @Test
  void oneAnswerAfterALongTimeIsNoProofOfAllOfIt() {
    assertThat(silentAt(5, 10, 500, 1_000, 1_500, 2_000)).containsExactly(2_000L);
  }

  @Test
  void silenceBeginsAnewWhenTheBrokerHasNotAnswered() {
    assertThat(silentAt(5, 10, 20, 30, 40, 50, 60, 70, 80)).isEmpty();
    silences.unanswered(Set.of(A), seconds(85));
    assertThat(silentAt(5, 95, 105, 115, 125, 135, 145, 155, 165, 175)).containsExactly(165L);
  }

  @Test
  void partitionThatWasSilentIsWaitedForAgainWithoutAnswerOrWithSomethingToCome() {
    silentAt(5, 10, 20, 30, 40, 50, 60, 70, 80, 90);
    assertThat(said(silences.unanswered(Set.of(A), seconds(100)))).containsExactly("At 5");
    assertThat(silences.unanswered(Set.of(A), seconds(110))).isEmpty();

    assertThat(silentAt(5, 120, 130, 140, 150, 160, 170, 180, 190)).containsExactly(190L);
    silences.unmoved(Map.of(A, 5L), seconds(200));
    assertThat(said(silences.answered(Map.of(A, 6L), seconds(200)))).containsExactly("At 5");
    assertThat(silences.answered(Map.of(A, 6L), seconds(210))).isEmpty();
  }

  private static List<String> said(List<Positioned.Mark> marks) {
    return marks.stream()
        .map(mark -> mark.getClass().getSimpleName() + " " + mark.offset())
        .toList();
  }

  @Test
  void partitionThatIsGivenAwayIsForgotten() {
    assertThat(silentAt(5, 10, 20, 30, 40, 50, 60, 70, 80)).isEmpty();
    silences.unmoved(Map.of(), seconds(85));
    assertThat(silentAt(5, 90, 100, 110)).isEmpty();
  }

  /** When partition A, read up to 5, is said to be silent, if the broker says so often its end. */
  private List<Long> silentAt(long end, long... asked) {
    List<Long> silentAt = new ArrayList<>();
    for (long at : asked) {
      Set<TopicPartition> unmoved = silences.unmoved(Map.of(A, 5L), seconds(at));
      Map<TopicPartition, Long> ends = unmoved.isEmpty() ? Map.of() : Map.of(A, end);
      for (Positioned.Mark mark : silences.answered(ends, seconds(at))) {
        assertThat(mark).isInstanceOf(Positioned.Silent.class);
        silentAt.add(at);
      }
    }
    return silentAt;
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
