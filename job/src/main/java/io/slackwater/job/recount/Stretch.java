package io.slackwater.job.recount;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.common.TopicPartition;

/** The part of a topic that is read: per partition the first offset and the one behind the last. */
record Stretch(String topic, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> stops)
    implements Serializable {
  Stretch {
    // A partition whose start lies behind its stop has nothing to read.
    Map<TopicPartition, Long> within = new HashMap<>(starts);
    for (Map.Entry<TopicPartition, Long> stop : stops.entrySet()) {
      within.merge(stop.getKey(), stop.getValue(), Math::min);
    }
    starts = Map.copyOf(within);
    stops = Map.copyOf(stops);
  }

  boolean holds(Origin origin) {
    Long start = starts.get(origin.topicPartition());
    return start != null
        && start <= origin.offset()
        && origin.offset() < stops.get(origin.topicPartition());
  }

  /** Offsets in it; some of them hold no record. */
  long offsets() {
    return stops.entrySet().stream()
        .mapToLong(stop -> stop.getValue() - starts.get(stop.getKey()))
        .sum();
  }

  OffsetsInitializer start() {
    return OffsetsInitializer.offsets(starts);
  }

  OffsetsInitializer stop() {
    return OffsetsInitializer.offsets(stops);
  }
}
