package io.slackwater.job.recount;

import io.slackwater.job.config.JobConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides what has to be read.
 *
 * <p><b>Where the events begin.</b> At the first record whose Kafka timestamp is at least {@code T1
 * - max-future-skew}, {@code T1} being the start of the range. A record before it has an older
 * timestamp; had its event time been {@code T1} or later, it would have been refused as lying in
 * the future. So none of them belongs to the range. And what they contributed to their partition's
 * newest event time is below {@code T1}, so the watermark that they made is below {@code T1 - 1},
 * while a window of the range ends at {@code T1 + size} or later: they made no record of the range
 * late. The gate, starting there with nothing, decides alike.
 *
 * <p><b>Where they end.</b> At the end of the topic: a record of the range may come as late as it
 * likes. But the job may not have read so far. {@code decided} are the offsets that it committed
 * with its last checkpoint. They are asked for first; then the ends of the results, late and dead
 * topics, and only when all transactions before those ends are decided do these count. So all that
 * the job published up to that checkpoint is seen, perhaps a little more. Records behind {@code
 * decided} are held to nothing, but may explain that little more.
 */
public final class Planner {
  /** How long transactions may stay open before they are reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final JobConfig config;
  private final Duration patience;

  public Planner(JobConfig config) {
    this(config, PATIENCE);
  }

  Planner(JobConfig config, Duration patience) {
    this.config = config;
    this.patience = patience;
  }

  /**
   * Asks the brokers.
   *
   * @param resultsInKafka whether it is the results topic that is compared
   * @throws IllegalStateException in one line, when they cannot be asked
   */
  public ReadingPlan plan(WindowRange range, boolean resultsInKafka) {
    try (Brokers brokers = Brokers.of(config)) {
      return plan(range, resultsInKafka, brokers);
    }
  }

  private ReadingPlan plan(WindowRange range, boolean resultsInKafka, Brokers brokers) {
    List<TopicPartition> events = brokers.partitions(config.events().topic());
    List<TopicPartition> customers = brokers.partitions(config.customers().topic());
    List<TopicPartition> late = brokers.partitions(config.late().topic());
    List<TopicPartition> dead = brokers.partitions(config.deadLetters().topic());
    List<TopicPartition> results =
        resultsInKafka ? brokers.partitions(config.results().kafka().topic()) : List.of();
    Map<TopicPartition, Long> committed = brokers.committed(config.events().groupId(), events);

    List<TopicPartition> written = new ArrayList<>(late);
    written.addAll(dead);
    written.addAll(results);
    Map<TopicPartition, Long> stops = brokers.ends(written);
    List<String> open = brokers.waitUntilDecided(stops, patience);
    if (!open.isEmpty()) {
      stops = brokers.stableEnds(written);
    }
    Map<TopicPartition, Long> eventsEnd = brokers.stableEnds(events);
    Map<TopicPartition, Long> customersEnd = brokers.stableEnds(customers);

    long stampedFrom = Math.max(0, range.from() - config.events().maxFutureSkew().toMillis());
    long eventsFrom = Math.max(stampedFrom, startOfJob());
    long resultsFrom = Math.max(0, range.from() + range.size());
    Retention retention = new Retention(brokers, config);
    List<String> gaps = new ArrayList<>(retention.gaps(events, eventsEnd, stampedFrom));
    gaps.addAll(retention.gaps(results, stops, resultsFrom));
    List<String> blindSpots = new ArrayList<>(retention.gaps(late, stops, stampedFrom));
    blindSpots.addAll(retention.gaps(dead, stops, stampedFrom));
    return new ReadingPlan(
        range,
        stampedFrom,
        stretch(
            config.events().topic(), brokers.firstSince(eventsFrom, events, eventsEnd), eventsEnd),
        committed.isEmpty() ? eventsEnd : committed,
        brokers.beginnings(events),
        stretch(config.customers().topic(), brokers.beginnings(customers), customersEnd),
        stretch(config.late().topic(), brokers.firstSince(stampedFrom, late, stops), stops),
        stretch(config.deadLetters().topic(), brokers.firstSince(stampedFrom, dead, stops), stops),
        resultsInKafka
            ? stretch(
                config.results().kafka().topic(),
                brokers.firstSince(resultsFrom, results, stops),
                stops)
            : null,
        gaps,
        blindSpots,
        open);
  }

  private static Stretch stretch(
      String topic, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> allStops) {
    Map<TopicPartition, Long> stops = new HashMap<>(allStops);
    stops.keySet().retainAll(starts.keySet());
    return new Stretch(topic, starts, stops);
  }

  /** A job that was told to start at a time has not read what was there before. */
  private long startOfJob() {
    JobConfig.StartFrom start = config.events().startFrom();
    return start.timestamp() == null ? Long.MIN_VALUE : start.timestamp().toEpochMilli();
  }
}
