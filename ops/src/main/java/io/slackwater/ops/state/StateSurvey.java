package io.slackwater.ops.state;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.savepoint.SavepointFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * What the window operator's keyed state holds, counted by reading all of it: about a million
 * customers a minute, in bounded memory, with as much temporary disk as the state takes.
 *
 * @param atMillis the event time that ages are measured at, ms since the epoch; null if nobody said
 *     one and the savepoint knows no watermark
 * @param keyGroups all of them in order, also empty ones
 * @param openWindows by start, ms since the epoch, the number of customers in it
 * @param olderThan by TTL, the number of customers whose profile is older as of {@code atMillis},
 *     and would be joined as expired; deleted ones do not count. Zero where that is null
 */
public record StateSurvey(
    @Nullable Long atMillis,
    List<KeyGroupCounts> keyGroups,
    Map<Long, Long> openWindows,
    Map<Duration, Long> olderThan) {
  public StateSurvey {
    keyGroups = List.copyOf(keyGroups);
    openWindows = Collections.unmodifiableMap(new TreeMap<>(openWindows));
    olderThan = Collections.unmodifiableMap(new LinkedHashMap<>(olderThan));
  }

  /**
   * Reads a savepoint.
   *
   * @param config says whether activity keeps a profile alive; nothing else of it matters here
   * @param at the event time that ages are measured at; empty for the savepoint's watermark
   * @param ttls for which {@link #olderThan} is counted
   * @param progress told now and then how many keys have been read
   * @throws IllegalStateException in one line, if it cannot be read
   */
  public static StateSurvey of(
      SavepointFacts savepoint,
      JobConfig config,
      OptionalLong at,
      List<Duration> ttls,
      LongConsumer progress) {
    Long atMillis = time(savepoint, at);
    SavepointScan scan = new SavepointScan(savepoint, progress);
    JobExecutionResult result =
        scan.everything(new CountingReader(scan.maxParallelism(), Ages.of(config, atMillis, ttls)));
    StateTally tally = result.getAccumulatorResult(StateTallyAccumulator.NAME);
    Long read = result.getAccumulatorResult(SavepointScan.READ);
    if (!Objects.equals(read, tally.keys())) {
      throw new IllegalStateException(
          "%s: of %,d keys only %,d were counted: this is a fault in state, please report it"
              .formatted(savepoint.path(), read, tally.keys()));
    }
    List<KeyGroupCounts> keyGroups = new ArrayList<>();
    for (int group = 0; group < scan.maxParallelism(); group++) {
      keyGroups.add(tally.counts(group));
    }
    Map<Duration, Long> older = new LinkedHashMap<>();
    for (int i = 0; i < ttls.size(); i++) {
      older.put(ttls.get(i), tally.olderThan(i));
    }
    return new StateSurvey(atMillis, keyGroups, tally.entriesByWindow(), older);
  }

  /** The end of the window that the watermark has just closed, where nobody says another time. */
  @Nullable
  static Long time(SavepointFacts savepoint, OptionalLong at) {
    if (at.isPresent()) {
      return at.getAsLong();
    }
    OptionalLong watermark = savepoint.watermarkMillis();
    return watermark.isPresent() ? watermark.getAsLong() + 1 : null;
  }

  /** Customers with a profile or a deletion. */
  public long customers() {
    return sum(KeyGroupCounts::customers);
  }

  /** Customers whose newest known state is a deletion. */
  public long deleted() {
    return sum(KeyGroupCounts::deleted);
  }

  /** Signs of life, where activity keeps a profile alive. */
  public long activities() {
    return sum(KeyGroupCounts::activities);
  }

  /** Pairs of customer and open window. */
  public long windowEntries() {
    return sum(KeyGroupCounts::windowEntries);
  }

  private long sum(ToLongFunction<KeyGroupCounts> count) {
    return keyGroups.stream().mapToLong(count).sum();
  }

  /**
   * What the subtasks would get at some parallelism.
   *
   * @param parallelism from 1 to the max parallelism
   */
  public List<SubtaskShare> shares(int parallelism) {
    List<SubtaskShare> shares = new ArrayList<>();
    for (int subtask = 0; subtask < parallelism; subtask++) {
      KeyGroupRange range =
          KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
              keyGroups.size(), parallelism, subtask);
      List<KeyGroupCounts> its =
          keyGroups.subList(range.getStartKeyGroup(), range.getEndKeyGroup() + 1);
      shares.add(
          new SubtaskShare(
              subtask,
              range.getStartKeyGroup(),
              range.getEndKeyGroup(),
              its.stream().mapToLong(KeyGroupCounts::customers).sum(),
              its.stream().mapToLong(KeyGroupCounts::windowEntries).sum()));
    }
    return shares;
  }
}
