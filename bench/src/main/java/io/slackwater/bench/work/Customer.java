package io.slackwater.bench.work;

import java.util.List;
import javax.annotation.Nullable;

/** What the profiles say about customer number {@code number}. */
record Customer(int number) {
  private static final List<String> SEGMENTS = List.of("gold", "silver", "bronze");
  private static final List<String> REGIONS = List.of("eu", "us", "apac", "latam", "mea");
  private static final int WITHOUT_PROFILE = 20;

  String id() {
    return "c-" + String.valueOf(100_000_000L + number).substring(1);
  }

  boolean hasProfile() {
    return number % WITHOUT_PROFILE != 0;
  }

  @Nullable
  String segment() {
    return hasProfile() ? SEGMENTS.get(number % SEGMENTS.size()) : null;
  }

  @Nullable
  String region() {
    return hasProfile() ? REGIONS.get(number % REGIONS.size()) : null;
  }
}
