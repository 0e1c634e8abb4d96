package io.slackwater.testkit.model;

import io.slackwater.testkit.model.ModelConfig.Aggregate;
import io.slackwater.testkit.model.ModelConfig.TtlRefresh;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Counts the windows and joins them. Can leave out records that the job set aside because their
 * partition had been idle: a decision of the clock, which no log can foretell.
 */
final class Recount {
  private final ModelConfig config;
  private final Map<String, NavigableMap<Long, List<Accepted>>> windows;
  private final Map<String, ProfileHistory> profiles;

  Recount(
      ModelConfig config,
      Map<String, NavigableMap<Long, List<Accepted>>> windows,
      Map<String, ProfileHistory> profiles) {
    this.config = config;
    this.windows = windows;
    this.profiles = profiles;
  }

  /**
   * @param counted records that make up the result
   * @param duplicates records of the window that were dropped
   */
  record Counted(Result result, int counted, int duplicates) {}

  ModelConfig config() {
    return config;
  }

  /** Each accepted record, with the start of its window, that {@code wanted} wants. */
  Map<Position, Accepted> find(Predicate<Position> wanted) {
    Map<Position, Accepted> found = new HashMap<>();
    for (NavigableMap<Long, List<Accepted>> ofCustomer : windows.values()) {
      for (List<Accepted> records : ofCustomer.values()) {
        for (Accepted record : records) {
          if (wanted.test(record.position())) {
            found.put(record.position(), record);
          }
        }
      }
    }
    return found;
  }

  /** All windows in which a record is left when {@code setAside} are left out. */
  Map<WindowKey, Counted> windowsWithout(Set<Position> setAside) {
    Map<WindowKey, Counted> all = new HashMap<>();
    windows.forEach((customer, ofCustomer) -> count(customer, ofCustomer, setAside, all));
    return all;
  }

  private void count(
      String customer,
      NavigableMap<Long, List<Accepted>> ofCustomer,
      Set<Position> setAside,
      Map<WindowKey, Counted> all) {
    ProfileHistory history = profiles.getOrDefault(customer, new ProfileHistory());
    long lastMatchedEnd = Long.MIN_VALUE;
    for (Map.Entry<Long, List<Accepted>> window : ofCustomer.entrySet()) {
      List<Accepted> records = new ArrayList<>(window.getValue());
      records.removeIf(record -> setAside.contains(record.position()));
      if (records.isEmpty()) {
        continue;
      }
      Collection<Accepted> distinct = distinct(records);
      long start = window.getKey();
      Result result = joined(customer, start, aggregates(distinct), history, lastMatchedEnd);
      if (result.status() == ProfileStatus.MATCHED) {
        lastMatchedEnd = result.windowEnd();
      }
      int duplicates = records.size() - distinct.size();
      all.put(new WindowKey(customer, start), new Counted(result, distinct.size(), duplicates));
    }
  }

  /**
   * One record per id. Which one, is decided by the order within a partition; between partitions
   * nobody can say, so there they must be equal.
   */
  private static Collection<Accepted> distinct(List<Accepted> records) {
    Map<String, Accepted> first = new HashMap<>();
    List<Accepted> distinct = new ArrayList<>(records.size());
    for (Accepted record : records) {
      Accepted known = record.id() == null ? null : first.putIfAbsent(record.id(), record);
      if (known == null) {
        distinct.add(record);
      } else if (!known.values().equals(record.values())
          && known.position().partition() != record.position().partition()) {
        throw new IllegalStateException(
            "the right total is undetermined: %s and %s have the same id, %s, but other values"
                .formatted(known.position(), record.position(), record.id()));
      }
    }
    return distinct;
  }

  private Result joined(
      String customer,
      long start,
      List<BigDecimal> aggregates,
      ProfileHistory history,
      long lastMatchedEnd) {
    long end = start + config.windowSizeMs();
    Profile profile = history.seenBy(end);
    ProfileStatus status = status(profile, end, lastMatchedEnd);
    List<String> attributes =
        status == ProfileStatus.MATCHED
            ? profile.attributes()
            : Collections.nCopies(config.customers().attributes().size(), null);
    Long updatedAt = profile == null ? null : profile.time();
    return new Result(customer, start, end, 0, aggregates, status, updatedAt, attributes);
  }

  private ProfileStatus status(Profile profile, long windowEnd, long lastMatchedEnd) {
    if (profile == null) {
      return ProfileStatus.MISSING;
    }
    if (profile.isDeletion()) {
      return ProfileStatus.DELETED;
    }
    boolean activityCounts = config.customers().ttlRefresh() == TtlRefresh.ON_ACTIVITY;
    long life = activityCounts ? Math.max(profile.time(), lastMatchedEnd) : profile.time();
    return windowEnd - life > config.customers().ttlMs()
        ? ProfileStatus.EXPIRED
        : ProfileStatus.MATCHED;
  }

  private List<BigDecimal> aggregates(Collection<Accepted> records) {
    List<BigDecimal> all = new ArrayList<>(config.aggregates().size());
    for (int i = 0; i < config.aggregates().size(); i++) {
      int index = i;
      List<BigDecimal> values =
          records.stream().map(r -> r.values().get(index)).filter(Objects::nonNull).toList();
      all.add(aggregate(config.aggregates().get(i), values));
    }
    return Collections.unmodifiableList(all);
  }

  private static BigDecimal aggregate(Aggregate aggregate, List<BigDecimal> values) {
    BigDecimal count = BigDecimal.valueOf(values.size());
    return switch (aggregate.function()) {
      case COUNT -> count;
      case SUM -> values.stream().reduce(BigDecimal::add).orElse(null);
      case MIN -> values.stream().reduce(BigDecimal::min).orElse(null);
      case MAX -> values.stream().reduce(BigDecimal::max).orElse(null);
      case AVG ->
          values.stream()
              .reduce(BigDecimal::add)
              .map(sum -> sum.divide(count, aggregate.scale(), RoundingMode.HALF_EVEN))
              .orElse(null);
    };
  }
}
