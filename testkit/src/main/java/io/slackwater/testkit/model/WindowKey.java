package io.slackwater.testkit.model;

import java.util.Comparator;

/**
 * What a result is about.
 *
 * @param windowStart ms since the epoch
 */
public record WindowKey(String customer, long windowStart) implements Comparable<WindowKey> {
  private static final Comparator<WindowKey> ORDER =
      Comparator.comparing(WindowKey::customer).thenComparingLong(WindowKey::windowStart);

  @Override
  public int compareTo(WindowKey other) {
    return ORDER.compare(this, other);
  }
}
