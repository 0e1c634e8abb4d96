package io.slackwater.testkit.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;

/**
 * A result as it was found.
 *
 * @param json its value, written in the one way that makes texts comparable: same fields, same
 *     order, same digits, whatever the white space and escapes were
 */
record PublishedResult(WindowKey key, String json) {

  /**
   * @throws IllegalArgumentException if the value does not say whose window it is, or the key says
   *     otherwise
   */
  static PublishedResult of(LogRecord record) {
    if (record.value() == null) {
      throw new IllegalArgumentException("its value is null");
    }
    try {
      Json json = JsonText.parse(record.value());
      if (!(json.at(List.of("customer")) instanceof Json.Text customer)
          || !(json.at(List.of("windowStart")) instanceof Json.Text start)) {
        throw new IllegalArgumentException("customer or windowStart is missing: " + json);
      }
      if (!Arrays.equals(customer.value().getBytes(StandardCharsets.UTF_8), record.key())) {
        throw new IllegalArgumentException("its key is not the customer of " + json);
      }
      long startMs = Instant.parse(start.value()).toEpochMilli();
      return new PublishedResult(new WindowKey(customer.value(), startMs), json.toString());
    } catch (DeadRecord | DateTimeParseException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
