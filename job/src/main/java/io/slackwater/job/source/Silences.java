package io.slackwater.job.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * How long the broker has been saying of each partition that there is nothing behind what was read.
 * Only its answers count: a partition of which nothing is heard because the broker is away, or
 * because this process stood still, is not silent, it is unknown.
 */
final class Silences {
  /** Answers asked for in the time after which a partition counts as idle. */
  private static final int ANSWERS = 8;

  private static final long SHORTEST_INTERVAL_NANOS = Duration.ofMillis(50).toNanos();

  /**
   * What one answer may add. After a pause of the whole process a first answer says little: whoever
   * was held up as well has had no time to send.
   */
  private final long mostPerAnswer;

  private final long idleness;
  private final long interval;
  private final Map<TopicPartition, Silence> silences = new HashMap<>();
  private long askedAt;

  /**
   * Nothing known yet.
   *
   * @param idleness how long a partition has to be silent to count as idle
   * @param now of a monotonic clock, ns; so are all times here
   */
  Silences(Duration idleness, long now) {
    this.idleness = idleness.toNanos();
    this.interval = Math.max(SHORTEST_INTERVAL_NANOS, idleness.toNanos() / ANSWERS);
    this.mostPerAnswer = 2 * interval;
    this.askedAt = now;
  }

  /** Time between two questions, ns. */
  long interval() {
    return interval;
  }

  boolean isDue(long now) {
    return now - askedAt >= interval;
  }

  /** The partitions to ask for: those that have not moved since the last time. */
  Set<TopicPartition> unmoved(Map<TopicPartition, Long> positions, long now) {
    askedAt = now;
    silences.keySet().retainAll(positions.keySet());
    Map<TopicPartition, Long> unmoved = new HashMap<>();
    positions.forEach(
        (partition, position) -> {
          Silence silence = silences.get(partition);
          if (silence != null && silence.position == position) {
            unmoved.put(partition, position);
          } else {
            silences.put(partition, new Silence(position, now));
          }
        });
    return unmoved.keySet();
  }

  /**
   * The broker has answered.
   *
   * @param ends of the partitions asked for; beyond what was read there is something to come
   * @return the partitions that have now been silent for long enough, each named once, and those
   *     that were and have to be waited for again
   */
  List<Positioned.Mark> answered(Map<TopicPartition, Long> ends, long now) {
    List<Positioned.Mark> marks = new ArrayList<>();
    ends.forEach(
        (partition, end) -> {
          Silence silence = silences.get(partition);
          if (end > silence.position) {
            begin(partition, silence, now, marks);
          } else if (silence.goesOn(now)) {
            marks.add(new Positioned.Silent(partition, silence.position));
          }
        });
    return marks;
  }

  /**
   * The broker has not answered about these.
   *
   * @return those that have to be waited for again
   */
  List<Positioned.Mark> unanswered(Set<TopicPartition> asked, long now) {
    List<Positioned.Mark> marks = new ArrayList<>();
    asked.forEach(partition -> begin(partition, silences.get(partition), now, marks));
    return marks;
  }

  private void begin(
      TopicPartition partition, Silence silence, long now, List<Positioned.Mark> marks) {
    if (silence.isEnough()) {
      marks.add(new Positioned.At(partition, silence.position, false));
    }
    silence.begin(now);
  }

  private final class Silence {
    private final long position;
    private long answeredAt;
    private long nanos;

    Silence(long position, long now) {
      this.position = position;
      begin(now);
    }

    void begin(long now) {
      nanos = 0;
      answeredAt = now;
    }

    boolean isEnough() {
      return nanos >= idleness;
    }

    /** Whether it is enough now, and was not before. */
    boolean goesOn(long now) {
      boolean wasEnough = isEnough();
      nanos += Math.min(now - answeredAt, mostPerAnswer);
      answeredAt = now;
      return isEnough() && !wasEnough;
    }
  }
}
