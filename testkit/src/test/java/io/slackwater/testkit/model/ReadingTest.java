package io.slackwater.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.ModelConfig.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is dead, of which reason, and what an accepted event says. */
class ReadingTest {
  private static final String TIME = "\"2026-01-01T14:00:00Z\"";

  private static String verdict(byte[] key, byte[] value, ModelConfig config) {
    Expected expected =
        new TestLog().record("events", 0, TestLog.EVENING, key, value, List.of()).judge(config);
    if (expected.dead().isEmpty()) {
      return expected.results().firstKey().customer();
    }
    return String.join(
        "|", expected.dead().values().iterator().next().reasons().stream().sorted().toList());
  }

  private static String verdict(String value) {
    return verdict(null, value.getBytes(UTF_8), ModelConfig.shipped());
  }

  /** An event with these fields in JSON; a field that is {@code -} is left out. */
  private static String verdict(String customer, String time, String id, String amount) {
    StringBuilder json = new StringBuilder("{\"x\":0");
    append(json, "customerId", customer);
    append(json, "occurredAt", time);
    append(json, "eventId", id);
    append(json, "amount", amount);
    return verdict(json.append('}').toString());
  }

  private static void append(StringBuilder json, String name, String value) {
    if (!value.equals("-")) {
      json.append(",\"").append(name).append("\":").append(value);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "42               | 42",
        "\"42\"           | 42",
        "\"0042\"         | 0042",
        "9007199254740993 | 9007199254740993",
        "-5               | -5",
        "0                | 0",
        "\" x \"          | ~ x ~",
        "\"\\u00e9\"      | é",
        "\"\"             | ~~",
        "42.0             | invalid-customer",
        "-0               | invalid-customer",
        "1e3              | invalid-customer",
        "true             | invalid-customer",
        "[]               | invalid-customer",
        "{}               | invalid-customer",
        "null             | missing-customer",
        "-                | missing-customer",
        "0042             | malformed-json",
      })
  void customersAreStringsAndIntegers(String customer, String right) {
    assertThat(verdict(customer, TIME, "1", "-")).isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1     | c",
        "\"1\" | c",
        "1.0   | invalid-id",
        "null  | missing-id",
        "-     | missing-id",
      })
  void idsFollowTheSameRule(String id, String right) {
    assertThat(verdict("\"c\"", TIME, id, "-")).isEqualTo(right);
  }

  @Test
  void idIsTheSameAsStringAndAsInteger() {
    String event = "{\"customerId\":\"c\",\"occurredAt\":" + TIME + ",\"eventId\":%s}";
    Expected expected =
        new TestLog()
            .rawEvent(0, event.formatted("42"))
            .rawEvent(0, event.formatted("\"42\""))
            .rawEvent(0, event.formatted("\"042\""))
            .judge();

    assertThat(expected.duplicates().values()).containsExactly(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "-                       | c",
        "null                    | c",
        "12.5                    | c",
        "12.50000                | c",
        "-0.0                    | c",
        "1e2                     | c",
        "1.25e-0                 | c",
        "0e1000000000            | c",
        "123456789012345678.91   | c",
        "12.501                  | invalid-number",
        "1e-3                    | invalid-number",
        "1e1000000000            | invalid-number",
        "1e99999999999999999999  | invalid-number",
        "1e36                    | invalid-number",
        "9e35                    | c",
        "\"12.5\"                | invalid-number",
        "true                    | invalid-number",
        "{}                      | invalid-number",
        "NaN                     | malformed-json",
        "Infinity                | malformed-json",
        "+1                      | malformed-json",
        ".5                      | malformed-json",
        "1.                      | malformed-json",
      })
  void numbersAreExactAtTwoDecimalsOrDead(String amount, String right) {
    assertThat(verdict("\"c\"", TIME, "1", amount)).isEqualTo(right);
  }

  @Test
  void reasonsHaveAnOrder() {
    assertThat(verdict("42.0", "\"x\"", "1.0", "true")).isEqualTo("invalid-customer");
    assertThat(verdict("42", "\"x\"", "1.0", "true")).isEqualTo("invalid-time");
    assertThat(verdict("42", "\"2027-01-01T00:00:00Z\"", "-", "true")).isEqualTo("future-time");
    assertThat(verdict("42", TIME, "-", "true")).isEqualTo("missing-id");
    assertThat(verdict("42", "-", "-", "true")).isEqualTo("missing-time");
    assertThat(verdict("{\"customerId\":1,\"a\":1,\"a\":2}")).isEqualTo("duplicate-field");
  }

  @Test
  void brokenTextIsDead() {
    String good = "{\"customerId\":\"c\",\"occurredAt\":" + TIME + ",\"eventId\":1}";
    assertThat(verdict(good)).isEqualTo("c");
    assertThat(verdict(" \t\r\n" + good + "\n")).isEqualTo("c");
    assertThat(verdict("")).isEqualTo("malformed-json");
    assertThat(verdict(" ")).isEqualTo("malformed-json");
    assertThat(verdict(good + good)).isEqualTo("malformed-json");
    assertThat(verdict(good.substring(0, good.length() - 1))).isEqualTo("malformed-json");
    assertThat(verdict("\uFEFF" + good)).isEqualTo("malformed-json");
    assertThat(verdict(good.replace("\"eventId\"", "\"a\":1,\"\\u0061\":1,\"eventId\"")))
        .isEqualTo("duplicate-field");
    assertThat(verdict("{\"deep\":[{\"a\":1,\"a\":1}]," + good.substring(1)))
        .isEqualTo("duplicate-field");
    assertThat(verdict("{\"a\":1,\"a\":1")).isEqualTo("duplicate-field|malformed-json");
    assertThat(verdict("{\"a\":\"\\ud800\"," + good.substring(1)))
        .isEqualTo("invalid-utf8|malformed-json");
    assertThat(verdict("{\"a\":\"\\ud83d\\ude00\"," + good.substring(1))).isEqualTo("c");
    assertThat(verdict("42")).isEqualTo("missing-customer");
  }

  @Test
  void depthAndDigitsHaveTheirLimits() {
    String rest = ",\"customerId\":\"c\",\"occurredAt\":" + TIME + ",\"eventId\":1}";
    assertThat(verdict("{\"a\":" + "[".repeat(999) + "]".repeat(999) + rest)).isEqualTo("c");
    assertThat(verdict("{\"a\":" + "[".repeat(1000) + "]".repeat(1000) + rest))
        .isEqualTo("malformed-json");
    assertThat(verdict("{\"a\":" + "9".repeat(1000) + rest)).isEqualTo("c");
    assertThat(verdict("{\"a\":" + "9".repeat(1001) + rest)).isEqualTo("malformed-json");
  }

  @Test
  void bytesThatAreNoUtf8AreDead() {
    byte[] surrogate = "{\"customerId\":\"???\"}".getBytes(UTF_8);
    surrogate[15] = (byte) 0xed;
    surrogate[16] = (byte) 0xa0;
    surrogate[17] = (byte) 0x80;
    String right = "duplicate-field|invalid-utf8|malformed-json";

    assertThat(verdict(null, surrogate, ModelConfig.shipped())).isEqualTo(right);
    assertThat(verdict(null, new byte[] {'"', (byte) 0xff, '"'}, ModelConfig.shipped()))
        .isEqualTo(right);
    assertThat(verdict(null, "{}".getBytes(StandardCharsets.UTF_16), ModelConfig.shipped()))
        .isEqualTo(right);
  }

  @Test
  void nullAndOversizedValuesAreDead() {
    ModelConfig small = ModelConfig.shipped().withLimits(10, 38);

    assertThat(verdict(null, null, small)).isEqualTo("null-value");
    assertThat(verdict(null, "0123456789".getBytes(UTF_8), small)).isEqualTo("malformed-json");
    assertThat(verdict(null, "0123456789-".getBytes(UTF_8), small)).isEqualTo("too-large");
  }

  @Test
  void customerMayBeTheKey() {
    ModelConfig config =
        ModelConfig.shipped()
            .withEvents(
                new ModelConfig.Events(
                    "events", "key", "/a~1b/1/~0t", TimeFormat.ISO_8601, Optional.empty()));
    byte[] value = ("{\"a/b\":[0,{\"~t\":" + TIME + "}]}").getBytes(UTF_8);

    assertThat(verdict("k".getBytes(UTF_8), value, config)).isEqualTo("k");
    assertThat(verdict("042".getBytes(UTF_8), value, config)).isEqualTo("042");
    assertThat(verdict(null, value, config)).isEqualTo("missing-customer");
    assertThat(verdict(new byte[] {(byte) 0xff}, value, config))
        .isEqualTo("invalid-customer|invalid-utf8");
  }

  @Test
  void profilesAndTombstonesDieOfTheSameReasons() {
    TestLog log = new TestLog();
    byte[] key = "c".getBytes(UTF_8);
    String future = "{\"customerId\":\"c\",\"updatedAt\":\"2026-01-01T18:01:00.001Z\"}";
    for (String value : List.of("{", "{\"customerId\":1.5}", "{\"customerId\":1}", future)) {
      log.record("customers", 0, TestLog.EVENING, key, value.getBytes(UTF_8), List.of());
    }
    log.record("customers", 0, TestLog.EVENING, null, null, List.of());

    assertThat(log.judge().dead().values())
        .extracting(dead -> String.join("|", dead.reasons()))
        .containsExactly(
            "malformed-json",
            "invalid-customer",
            "missing-time",
            "future-time",
            "missing-customer");
  }
}
