package io.slackwater.job.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import javax.annotation.Nullable;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.kafka.common.TopicPartition;

/** The questions about silence of a reader that is simulated; the answers are counted for real. */
public final class SimulatedSilence {
  private final Silences silences;
  private final RelativeClock clock;

  public SimulatedSilence(Duration idleness, RelativeClock clock) {
    this.silences = new Silences(idleness, clock.relativeTimeNanos());
    this.clock = clock;
  }

  /**
   * Asks if it is time to.
   *
   * @param ends of all partitions; null: the broker does not answer
   * @param newest the newest event time of a partition
   * @return what there is to say of the partitions
   */
  public <T> Map<TopicPartition, Ingested<T>> ask(
      Map<TopicPartition, Long> positions,
      @Nullable Map<TopicPartition, Long> ends,
      ToLongFunction<TopicPartition> newest) {
    long now = clock.relativeTimeNanos();
    if (!silences.isDue(now)) {
      return Map.of();
    }
    Set<TopicPartition> unmoved = silences.unmoved(positions, now);
    Map<TopicPartition, Long> answers = ends == null ? new HashMap<>() : new HashMap<>(ends);
    answers.keySet().retainAll(unmoved);
    Map<TopicPartition, Ingested<T>> words = new LinkedHashMap<>();
    for (Positioned.Mark mark :
        ends == null ? silences.unanswered(unmoved, now) : silences.answered(answers, now)) {
      TopicPartition partition = new TopicPartition(mark.topic(), mark.partition());
      words.put(partition, mark.said(partition, newest.applyAsLong(partition)));
    }
    return words;
  }
}
