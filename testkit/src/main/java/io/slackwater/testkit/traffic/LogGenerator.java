package io.slackwater.testkit.traffic;

import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.TopicPartition;

/**
 * Random logs in which everything happens: disorder, duplicates, late, poisoned and malformed
 * records, null values, profiles old and new, deletions. The same seed gives the same log.
 */
public final class LogGenerator {
  private final ModelConfig config;
  private final LogShape log;
  private final SplittableRandom random;
  private final List<EventTraffic> producers = new ArrayList<>();
  private final long[] clockSkews;
  private final ProfileTraffic profiles;
  private final Map<TopicPartition, Long> nextOffsets = new HashMap<>();

  private LogGenerator(ModelConfig config, TrafficShape traffic, LogShape log, long seed) {
    this.config = config;
    this.log = log;
    this.random = new SplittableRandom(seed);
    this.profiles = new ProfileTraffic(traffic, config, random.nextLong());
    this.clockSkews = new long[log.eventPartitions()];
    for (int i = 0; i < log.eventPartitions(); i++) {
      producers.add(new EventTraffic(traffic, config, i, random.nextLong()));
      clockSkews[i] = random.nextLong(log.clockSkewMs() + 1);
    }
  }

  /** Both topics, in the order of writing; each partition's offsets increase, with gaps. */
  public static List<LogRecord> generate(
      ModelConfig config, TrafficShape traffic, LogShape log, long seed) {
    return new LogGenerator(config, traffic, log, seed).records();
  }

  private List<LogRecord> records() {
    List<LogRecord> records = new ArrayList<>(log.records());
    long clock = log.startMs();
    while (records.size() < log.records()) {
      clock += random.nextLong(2 * log.gapMs() + 1);
      boolean isProfile = random.nextDouble() < log.profileShare();
      records.add(isProfile ? profile(clock) : event(clock));
    }
    return records;
  }

  private LogRecord event(long clock) {
    int producer = random.nextInt(producers.size());
    Draft draft = producers.get(producer).next(clock + clockSkews[producer]);
    boolean strays = random.nextDouble() < log.strayShare();
    int partition = strays ? random.nextInt(log.eventPartitions()) : producer;
    return placed(draft, config.events().topic(), partition);
  }

  private LogRecord profile(long clock) {
    Draft draft = profiles.next(clock);
    int partition = Math.floorMod(Arrays.hashCode(draft.key()), log.customerPartitions());
    return placed(draft, config.customers().topic(), partition);
  }

  private LogRecord placed(Draft draft, String topic, int partition) {
    TopicPartition place = new TopicPartition(topic, partition);
    int gap = random.nextInt(20) == 0 ? 1 + random.nextInt(3) : 0;
    long offset = nextOffsets.getOrDefault(place, 0L) + gap;
    nextOffsets.put(place, offset + 1);
    return new LogRecord(
        new Position(topic, partition, offset),
        draft.timestampMs(),
        draft.key(),
        draft.value(),
        draft.headers());
  }
}
