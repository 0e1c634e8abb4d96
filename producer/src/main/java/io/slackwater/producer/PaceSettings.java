package io.slackwater.producer;

import java.time.Duration;
import java.util.Set;

/**
 * When to slow down, how much, and how to come back.
 *
 * @param groups the consumer groups to wait for; the slowest counts
 * @param lagTarget up to this lag nothing is slowed down
 * @param minHeadroom with less than this left before unread records are deleted, the pace is
 *     lowered even if the lag does not grow
 * @param decrease what the rate is multiplied with, once for each signal that asks for it; above 0,
 *     below 1
 * @param recovery how long it takes to come back from nothing to the rate before
 * @param floorRate records per second that are always allowed, above 0: nobody starves
 * @param staleHold how long the last pace is kept when signals have stopped coming
 * @param whenStale what then
 */
public record PaceSettings(
    Set<String> groups,
    Duration lagTarget,
    Duration minHeadroom,
    double decrease,
    Duration recovery,
    double floorRate,
    Duration staleHold,
    WhenStale whenStale) {

  /** What to do when nobody has said anything for long. */
  public enum WhenStale {
    /** Come back to full speed, gradually: a monitor that is down must not stop the business. */
    RELEASE,
    /** Keep the last pace until there is word again. */
    HOLD,
    /** Go down to the floor: where losing records is worse than delaying them. */
    FLOOR
  }

  public PaceSettings {
    groups = Set.copyOf(groups);
    require(!groups.isEmpty(), "groups", "at least one consumer group", groups);
    require(!lagTarget.isNegative(), "lagTarget", "not negative", lagTarget);
    require(!minHeadroom.isNegative(), "minHeadroom", "not negative", minHeadroom);
    require(decrease > 0 && decrease < 1, "decrease", "above 0 and below 1", decrease);
    require(recovery.toMillis() > 0, "recovery", "1 ms or more", recovery);
    require(floorRate > 0 && floorRate < 1e9, "floorRate", "above 0 and below 1e9", floorRate);
    require(!staleHold.isNegative(), "staleHold", "not negative", staleHold);
  }

  /** Half the rate at each signal while a lag of more than 30 s grows, and a minute to recover. */
  public static PaceSettings waitingFor(String group) {
    return new PaceSettings(
        Set.of(group),
        Duration.ofSeconds(30),
        Duration.ofHours(1),
        0.5,
        Duration.ofMinutes(1),
        10,
        Duration.ofMinutes(1),
        WhenStale.RELEASE);
  }

  private static void require(boolean condition, String name, String allowed, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(
          "%s: value %s; allowed: %s".formatted(name, value, allowed));
    }
  }
}
