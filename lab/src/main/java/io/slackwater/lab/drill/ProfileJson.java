package io.slackwater.lab.drill;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A customer's profile as it lies in the topic. */
record ProfileJson(String customer, Instant updatedAt, String segment, String region) {

  static ProfileJson of(String customer, long updatedAtMs) {
    return new ProfileJson(customer, Instant.ofEpochMilli(updatedAtMs), "gold", "eu");
  }

  byte[] bytes() {
    return "{\"customerId\":\"%s\",\"updatedAt\":\"%s\",\"segment\":\"%s\",\"address\":{\"region\":\"%s\"}}"
        .formatted(customer, updatedAt, segment, region)
        .getBytes(StandardCharsets.UTF_8);
  }
}
