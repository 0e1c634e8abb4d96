package io.slackwater.producer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A signal on the wire: {@code group}, {@code at} (ISO-8601, or ms since the epoch), {@code
 * validFor} (ISO-8601 such as PT30S, or seconds), {@code lagSeconds}, {@code lagGrowthPerSecond},
 * {@code retentionHeadroomSeconds}; null or missing is unknown. Other fields are left alone, for
 * monitors that have more to say.
 */
final class SignalJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SignalJson() {}

  /**
   * @throws IllegalArgumentException in one line, when it is no signal
   */
  static PaceSignal read(byte[] json) {
    JsonNode node = parse(json);
    JsonNode group = node.path("group");
    if (!group.isTextual()) {
      throw new IllegalArgumentException("group: expected a text, not " + group);
    }
    return new PaceSignal(
        group.textValue(),
        at(node.path("at")),
        validFor(node.path("validFor")),
        number(node, "lagSeconds"),
        number(node, "lagGrowthPerSecond"),
        number(node, "retentionHeadroomSeconds"));
  }

  private static JsonNode parse(byte[] json) {
    try {
      return MAPPER.readTree(json == null ? new byte[0] : json);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage().lines().findFirst(), e);
    }
  }

  private static long at(JsonNode at) {
    if (at.isIntegralNumber()) {
      return at.longValue();
    }
    try {
      return Instant.parse(at.asText()).toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "at: expected an ISO-8601 instant or ms since the epoch, not " + at, e);
    }
  }

  private static long validFor(JsonNode validFor) {
    try {
      double ms =
          validFor.isNumber()
              ? validFor.doubleValue() * 1000
              : Duration.parse(validFor.asText()).toMillis();
      if (ms >= 0 && ms <= Duration.ofDays(1).toMillis()) {
        return Math.round(ms);
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "validFor: expected seconds or an ISO-8601 duration, at most a day, not " + validFor);
  }

  private static OptionalDouble number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return OptionalDouble.empty();
    }
    if (!value.isNumber()) {
      throw new IllegalArgumentException(name + ": expected a number or null, not " + value);
    }
    return OptionalDouble.of(value.doubleValue());
  }
}
