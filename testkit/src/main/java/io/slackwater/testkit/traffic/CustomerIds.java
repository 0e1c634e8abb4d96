package io.slackwater.testkit.traffic;

import java.nio.charset.StandardCharsets;

/** The ids that events and profiles share. */
final class CustomerIds {
  private CustomerIds() {}

  /** {@code c-17}, or for every tenth customer just digits. */
  static byte[] of(int number) {
    String id = number % 10 == 3 ? Integer.toString(1_000 + number) : "c-" + number;
    return id.getBytes(StandardCharsets.UTF_8);
  }
}
