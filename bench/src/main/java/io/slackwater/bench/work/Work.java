package io.slackwater.bench.work;

import java.util.Arrays;
import java.util.List;

/**
 * A standard piece of work. Everything in it follows from the seed, so two runs of it read the same
 * bytes.
 *
 * @param events how many there are
 * @param customers how many take part; every twentieth has no profile
 * @param eventsPerMinute of event time
 * @param hotShare of the events go to one customer in a thousand
 */
public record Work(
    String name, long seed, long events, int customers, long eventsPerMinute, double hotShare) {
  /** Of the events and of the customers topic alike. */
  public static final int PARTITIONS = 8;

  /** Bytes of an event's value. */
  public static final int EVENT_BYTES = 2048;

  /** Bytes of a profile's value, about. */
  public static final int PROFILE_BYTES = 500;

  /** Events are this much out of order at most, in ms. */
  static final int DISORDER_MS = 2_000;

  /** Event time of the first event: 2026-01-01T00:00:00Z. */
  static final long START_MS = 1_767_225_600_000L;

  private static final int HOT_CUSTOMERS_PER_THOUSAND = 1;

  /**
   * The shapes that every engine is measured with.
   *
   * <ul>
   *   <li>{@code seed}: 3 million events a minute over 50 million customers, scaled down: 1.03
   *       events for each customer and minute that has any.
   *   <li>{@code dense}: 20 events for each customer and minute.
   *   <li>{@code skewed}: dense, with half of the events on one customer in a thousand.
   * </ul>
   */
  public static List<Work> standard(long events) {
    return List.of(
        new Work("seed", 1, events, 200_000, 12_000, 0),
        new Work("dense", 2, events, 3_000, 60_000, 0),
        new Work("skewed", 3, events, 3_000, 60_000, 0.5));
  }

  /**
   * One of {@link #standard}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Work named(String name, long events) {
    List<Work> all = standard(events);
    return all.stream()
        .filter(work -> work.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no work is called '%s'; there are %s"
                        .formatted(name, Arrays.toString(all.stream().map(Work::name).toArray()))));
  }

  int hotCustomers() {
    return Math.max(1, customers * HOT_CUSTOMERS_PER_THOUSAND / 1000);
  }

  /** Event time in ms after which every window with an event in it has to close. */
  long endMs() {
    return START_MS + events * 60_000 / eventsPerMinute + 600_000;
  }
}
