package io.slackwater.ops.lateness;

import java.time.Duration;
import java.util.List;

/**
 * What is to be measured.
 *
 * @param range by Kafka timestamp
 * @param share of the range's time that is read; 1: all of it
 * @param warmUp how much is read before a span to learn where each partition stands
 * @param seed of what is random in a sample
 * @param bounds ms, ascending, that of the configuration among them
 * @param targetLateRate share of the events that may be late
 */
record Question(
    Span range,
    double share,
    Duration warmUp,
    long seed,
    List<Long> bounds,
    double targetLateRate) {
  Question {
    bounds = bounds.stream().sorted().distinct().toList();
  }

  int indexOf(Duration bound) {
    return bounds.indexOf(bound.toMillis());
  }
}
