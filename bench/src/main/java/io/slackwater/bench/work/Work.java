package io.slackwater.bench.work;

import java.util.Arrays;
import java.util.List;

/**
 * A standard piece of work. Everything in it follows from the seed, so two runs of it read the same
 * bytes.
 *
 * @param warmUp how many events come first and are not measured
 * @param events how many are measured
 * @param customers how many take part; every twentieth has no profile
 * @param eventsPerMinute of event time
 * @param hotShare of the events go to one customer in a thousand
 */
public record Work(
    String name,
    long seed,
    long warmUp,
    long events,
    int customers,
    long eventsPerMinute,
    double hotShare) {
  /** Of the events and of the customers topic alike. */
  public static final int PARTITIONS = 8;

  /** Bytes of an event's value. */
  public static final int EVENT_BYTES = 2048;

  /** Bytes of a profile's value, about. */
  public static final int PROFILE_BYTES = 500;

  /** The customer of the events that close windows; its own results do not count. */
  public static final String NOBODY = "c-closing";

  /** How far event time goes on to close every window, in ms; more than any bound that is set. */
  static final long CLOSING_MS = 7_200_000;

  /** Events are this much out of order at most, in ms. */
  static final int DISORDER_MS = 2_000;

  /** Event time of the first event: 2026-01-01T00:00:00Z. */
  static final long START_MS = 1_767_225_600_000L;

  /** Event time of the last profile, later than any event of any work: 2026-01-07T00:00:00Z. */
  public static final long LAST_MS = START_MS + 6L * 86_400_000;

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
  public static List<Work> standard(long warmUp, long events) {
    return List.of(
        new Work("seed", 1, warmUp, events, 200_000, 12_000, 0),
        new Work("dense", 2, warmUp, events, 3_000, 60_000, 0),
        new Work("skewed", 3, warmUp, events, 3_000, 60_000, 0.5));
  }

  /** The shape of {@code seed} over so many customers. */
  public static Work seed(int customers, long warmUp, long events) {
    return new Work("seed", 1, warmUp, events, customers, customers * 60L / 1000, 0);
  }

  /**
   * One of {@link #standard}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Work named(String name, long warmUp, long events) {
    List<Work> all = standard(warmUp, events);
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
}
