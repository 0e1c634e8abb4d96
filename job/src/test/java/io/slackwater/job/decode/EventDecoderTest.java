package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.TimeFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventDecoderTest {
  private static final long NOON = Instant.parse("2026-01-01T12:00:00Z").toEpochMilli();
  private static final byte[] NO_KEY = null;

  private final EventDecoder decoder =
      new EventDecoder(
          DecodeConfig.events(TimeFormat.ISO_8601, null),
          List.of(DecodeConfig.measure("/amount", 2)));

  @Test
  void eventIsProjectedToTheConfiguredFields() {
    EventDecoder withId =
        new EventDecoder(
            DecodeConfig.events("/customer/id", "/meta/times/1", "/eventId", TimeFormat.ISO_8601),
            List.of(
                DecodeConfig.measure("/amount", 2),
                DecodeConfig.measure("/items/0/price", 4),
                DecodeConfig.measure("/discount", 2),
                DecodeConfig.measure("/amount", 3)));
    String json =
        """
        {"eventId": "e-1", "noise": [{"eventId": 1}, "\\u0022}", null, -0.5E+3, {}, []],
         "meta": {"times": [0, "2026-01-01T12:00:00.250Z"], "customerId": "wrong"},
         "items": [{"price": 0.0125}, {"price": 7}],
         "amount": 12.50, "discount": null, "customer": {"id": "c-17"}}
        """;

    Measures measures = new Measures(4);
    measures.set(0, 1250);
    measures.set(1, 125);
    measures.set(3, 12500);
    assertThat(withId.decode(NO_KEY, json.getBytes(UTF_8), NOON))
        .isEqualTo(new Decoded.Event(Utf8.of("c-17"), NOON + 250, Utf8.of("e-1"), measures));
  }

  @Test
  void recordKeyCanBeTheEventId() {
    EventDecoder byKey =
        new EventDecoder(DecodeConfig.events(TimeFormat.EPOCH_MILLIS, "key"), List.of());
    byte[] json = json("{'customerId':1,'occurredAt':5}");

    assertThat(byKey.decode("e-1".getBytes(UTF_8), json, NOON))
        .isEqualTo(new Decoded.Event(Utf8.of("1"), 5, Utf8.of("e-1"), new Measures(0)));
    assertThat(reason(byKey.decode(NO_KEY, json, NOON))).isEqualTo("missing-id");
  }

  @Test
  void recordKeyCanBeTheCustomer() {
    EventDecoder byKey =
        new EventDecoder(
            DecodeConfig.events("key", "/t", null, TimeFormat.EPOCH_MILLIS), List.of());

    assertThat(byKey.decode("c-ü".getBytes(UTF_8), json("{'t':5}"), NOON))
        .isEqualTo(new Decoded.Event(Utf8.of("c-ü"), 5, null, new Measures(0)));
    assertThat(reason(byKey.decode(NO_KEY, json("{'t':5}"), NOON))).isEqualTo("missing-customer");
    for (String bad : List.of("", "a\0b", "\u00ff", "k".repeat(257))) {
      assertThat(reason(byKey.decode(bad.getBytes(ISO_8859_1), json("{'t':5}"), NOON)))
          .isEqualTo("invalid-customer");
    }
  }

  @ParameterizedTest(name = "{0} is customer {1}")
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "42, 42",
        "\"42\", 42",
        "\"0042\", 0042",
        "9007199254740993, 9007199254740993",
        "123456789012345678901234567890, 123456789012345678901234567890",
        "-7, -7",
        "0, 0",
        "\" \", ` `",
        "\"c\\u002d17\", c-17",
        "\"\\ud83d\\ude00\", \ud83d\ude00",
        "\"\ud83d\ude00\", \ud83d\ude00"
      })
  void idsBecomeTextByOneRule(String literal, String text) {
    assertThat(customer(literal)).isEqualTo(text);
  }

  @ParameterizedTest(name = "customer {0} is {1}")
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "42.0, invalid-customer",
        "4.2e1, invalid-customer",
        "1E2, invalid-customer",
        "-0, invalid-customer",
        "\"\", invalid-customer",
        "true, invalid-customer",
        "{}, invalid-customer",
        "[1], invalid-customer",
        "\"a\\u0000b\", invalid-customer",
        "null, missing-customer",
        "\"\\ud800\", invalid-utf8",
        "\"\\ude00\\ud83d\", invalid-utf8"
      })
  void whatIsNoIdIsRefused(String literal, String reason) {
    assertThat(customer(literal)).isEqualTo(reason);
  }

  @Test
  void idsAreBoundedTo256Bytes() {
    assertThat(customer('"' + "ü".repeat(128) + '"')).isEqualTo("ü".repeat(128));
    assertThat(customer('"' + "ü".repeat(128) + "x\"")).isEqualTo("invalid-customer");
    assertThat(customer("1".repeat(257))).isEqualTo("invalid-customer");
  }

  @Test
  void eventIdFollowsTheSameRule() {
    EventDecoder withId =
        new EventDecoder(DecodeConfig.events(TimeFormat.EPOCH_MILLIS, "/eventId"), List.of());
    String start = "{'customerId':1,'occurredAt':5";

    assertThat(withId.decode(NO_KEY, json(start + ",'eventId':42}"), NOON))
        .isEqualTo(withId.decode(NO_KEY, json(start + ",'eventId':'42'}"), NOON))
        .isEqualTo(new Decoded.Event(Utf8.of("1"), 5, Utf8.of("42"), new Measures(0)));
    assertThat(reason(withId.decode(NO_KEY, json(start + "}"), NOON))).isEqualTo("missing-id");
    assertThat(reason(withId.decode(NO_KEY, json(start + ",'eventId':null}"), NOON)))
        .isEqualTo("missing-id");
    assertThat(reason(withId.decode(NO_KEY, json(start + ",'eventId':4.2e1}"), NOON)))
        .isEqualTo("invalid-id");
  }

  @ParameterizedTest(name = "{0} {1} is {2}")
  @CsvSource({
    "EPOCH_MILLIS, -1, -1",
    "EPOCH_MILLIS, -60000, -60000",
    "EPOCH_MILLIS, -60001, -60001",
    "EPOCH_MILLIS, -9223372036854775808, invalid-time",
    "EPOCH_MILLIS, 9223372036854775807, invalid-time",
    "EPOCH_MILLIS, 1515704400000000, invalid-time",
    "EPOCH_MILLIS, -62135596800000, -62135596800000",
    "EPOCH_MILLIS, -62135596800001, invalid-time",
    "EPOCH_MILLIS, 1767225600000.999, 1767225600000",
    "EPOCH_MILLIS, -0.001, -1",
    "EPOCH_MILLIS, -0, 0",
    "EPOCH_MILLIS, 1.7672256e12, 1767225600000",
    "EPOCH_MILLIS, 1e1000000000, invalid-time",
    "EPOCH_MILLIS, 1e-1000000000, 0",
    "EPOCH_MILLIS, -1e-1000000000, -1",
    // Seconds where millis are configured are a time in January 1970; the reverse is no time.
    "EPOCH_MILLIS, 1767225600, 1767225600",
    "EPOCH_SECONDS, 1767225600000, invalid-time",
    "EPOCH_MICROS, 1767225600000, 1767225600",
    "EPOCH_MILLIS, 1767225600000000, invalid-time",
    "EPOCH_SECONDS, 1767225600, 1767225600000",
    "EPOCH_SECONDS, 1767225600.1239, 1767225600123",
    "EPOCH_SECONDS, -0.0001, -1",
    "EPOCH_SECONDS, -60.001, -60001",
    "EPOCH_MICROS, -1, -1",
    "EPOCH_MICROS, -60000001, -60001",
    "EPOCH_MICROS, 1767225600000999, 1767225600000",
    "EPOCH_MILLIS, \"1767225600000\", invalid-time",
    "EPOCH_MILLIS, true, invalid-time",
    "EPOCH_MILLIS, {}, invalid-time",
    "EPOCH_MILLIS, null, missing-time",
    "ISO_8601, 1767225600000, invalid-time",
    "ISO_8601, null, missing-time",
    "ISO_8601, '\"2026-01-01T00:00:00\\u005a\"', 1767225600000",
    "ISO_8601, '\"2026-01-01T00:00:00Z\\ud800\"', invalid-utf8"
  })
  void timesAreMillisecondsRoundedDown(TimeFormat format, String literal, String expected) {
    EventDecoder timed = new EventDecoder(DecodeConfig.events(format, null), List.of());
    String json = "{\"customerId\":1,\"occurredAt\":" + literal + "}";

    Decoded decoded = timed.decode(NO_KEY, json.getBytes(UTF_8), NOON);

    String actual =
        decoded instanceof Decoded.Event event ? Long.toString(event.time()) : reason(decoded);
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void detailOfABadTimeNamesTheFormatAsItIsConfigured() {
    EventDecoder timed =
        new EventDecoder(DecodeConfig.events(TimeFormat.EPOCH_SECONDS, null), List.of());
    assertThat(timed.decode(NO_KEY, json("{'customerId':1,'occurredAt':'5'}"), NOON))
        .isEqualTo(
            new Decoded.Rejected(
                DeadLetterReason.INVALID_TIME,
                "/occurredAt: expected a number (epoch-seconds), found \"5\""));
  }

  @Test
  void poisonedTimeIsJudgedByTheRecordsKafkaTimestamp() {
    EventDecoder timed =
        new EventDecoder(DecodeConfig.events(TimeFormat.EPOCH_MILLIS, null), List.of());
    byte[] atNoon = json("{'customerId':1,'occurredAt':" + NOON + "}");

    assertThat(timed.decode(NO_KEY, atNoon, NOON - 60_000)).isInstanceOf(Decoded.Event.class);
    assertThat(timed.decode(NO_KEY, atNoon, NOON - 60_001))
        .isEqualTo(
            new Decoded.Rejected(
                DeadLetterReason.FUTURE_TIME,
                "/occurredAt: 60001 ms ahead of the record's Kafka timestamp, allowed are 60000,"
                    + " found "
                    + NOON));
    assertThat(reason(timed.decode(NO_KEY, atNoon, 0))).isEqualTo("future-time");
    assertThat(timed.decode(NO_KEY, atNoon, Long.MAX_VALUE)).isInstanceOf(Decoded.Event.class);
    assertThat(timed.decode(NO_KEY, atNoon, -1)).isInstanceOf(Decoded.Event.class);
  }

  @ParameterizedTest(name = "amount {0} is {1} cents")
  @CsvSource({
    "0.1, 10",
    "1.500, 150",
    "1.5e3, 150000",
    "150e-2, 150",
    "0.10000000000000000000000000000000000000000000000000, 10",
    "-0.01, -1",
    "-0, 0",
    "0e1000000000, 0",
    "123456789012345678.91, 12345678901234567891",
    "9223372036854775.807, invalid-number",
    "92233720368547758.07, 9223372036854775807",
    "-92233720368547758.08, -9223372036854775808",
    "999999999999999999999999999999999999.99, 99999999999999999999999999999999999999",
    "1000000000000000000000000000000000000, invalid-number",
    "0.125, invalid-number",
    "1e-3, invalid-number",
    "1e1000000000, invalid-number",
    "1e-1000000000, invalid-number",
    "1e99999999999999999999999999, invalid-number",
    "\"1.50\", invalid-number",
    "true, invalid-number",
    "{}, invalid-number",
    "null, absent"
  })
  void amountsAreExact(String literal, String expected) {
    Decoded decoded = decoder.decode(NO_KEY, event("\"amount\":" + literal), NOON);

    String actual;
    if (decoded instanceof Decoded.Event event) {
      Measures measures = event.measures();
      actual = measures.isAbsent(0) ? "absent" : measures.unscaled(0).toString();
    } else {
      actual = reason(decoded);
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void aTenthAddedAThousandTimesIsAHundred() {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < 1_000; i++) {
      Decoded decoded = decoder.decode(NO_KEY, event("\"amount\":0.1"), NOON);
      sum = sum.add(((Decoded.Event) decoded).measures().unscaled(0));
    }
    assertThat(new BigDecimal(sum, 2)).isEqualTo("100.00");
  }

  @Test
  void valueThatIsNotThereOrTooLargeIsRefusedUnread() {
    byte[] large = new byte[DecodeConfig.MAX_RECORD_BYTES + 1];

    assertThat(decoder.decode(NO_KEY, null, NOON))
        .isEqualTo(new Decoded.Rejected(DeadLetterReason.NULL_VALUE, "the record has no value"));
    assertThat(decoder.decode(NO_KEY, large, NOON))
        .isEqualTo(
            new Decoded.Rejected(
                DeadLetterReason.TOO_LARGE,
                "1048577 bytes, allowed are 1048576 (events.max-record-bytes)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"42", "\"text\"", "null", "[]", "{}", "[{\"customerId\":1}]"})
  void documentWithoutTheCustomerLacksTheCustomer(String json) {
    assertThat(reason(decoder.decode(NO_KEY, json.getBytes(UTF_8), NOON)))
        .isEqualTo("missing-customer");
  }

  @Test
  void firstOfSeveralFaultsInTheDocumentedOrderIsTheReason() {
    EventDecoder all =
        new EventDecoder(
            DecodeConfig.events(TimeFormat.EPOCH_MILLIS, "/eventId"),
            List.of(DecodeConfig.measure("/amount", 2)));
    String amount = "{'amount':'x'";

    assertThat(reason(all.decode(NO_KEY, json(amount + ",'amount':1"), NOON)))
        .isEqualTo("duplicate-field");
    assertThat(reason(all.decode(NO_KEY, json(amount), NOON))).isEqualTo("malformed-json");
    assertThat(reason(all.decode(NO_KEY, json(amount + "}"), NOON))).isEqualTo("missing-customer");
    amount += ",'customerId':1";
    assertThat(reason(all.decode(NO_KEY, json(amount + "}"), NOON))).isEqualTo("missing-time");
    amount += ",'occurredAt':5";
    assertThat(reason(all.decode(NO_KEY, json(amount + "}"), NOON))).isEqualTo("missing-id");
    amount += ",'eventId':7";
    assertThat(all.decode(NO_KEY, json(amount + "}"), NOON))
        .isEqualTo(
            new Decoded.Rejected(
                DeadLetterReason.INVALID_NUMBER, "/amount: expected a number, found \"x\""));
  }

  @Test
  void detailIsShortAndPrintable() {
    String customer = "\"" + "\\n\u0001\u00ff".repeat(1_000) + "\"";
    for (String json :
        List.of(
            "{\"customerId\":\"" + "x\\n".repeat(1_000) + "\"}",
            "{\"customerId\":" + customer + "}",
            "{\"" + "k".repeat(1_000) + "\":1,\"" + "k".repeat(1_000) + "\":1}")) {
      Decoded.Rejected rejected =
          (Decoded.Rejected) decoder.decode(NO_KEY, json.getBytes(UTF_8), NOON);
      assertThat(rejected.detail())
          .hasSizeLessThanOrEqualTo(200)
          .doesNotContainPattern("\\p{Cntrl}");
    }
  }

  private String customer(String literal) {
    String json = "{\"customerId\":" + literal + ",\"occurredAt\":\"2026-01-01T12:00:00Z\"}";
    Decoded decoded = decoder.decode(NO_KEY, json.getBytes(UTF_8), NOON);
    return decoded instanceof Decoded.Event event ? event.customer().toString() : reason(decoded);
  }

  private static byte[] event(String more) {
    return ("{\"customerId\":1,\"occurredAt\":\"2026-01-01T12:00:00Z\"," + more + "}")
        .getBytes(UTF_8);
  }

  private static byte[] json(String singleQuoted) {
    return singleQuoted.replace('\'', '"').getBytes(UTF_8);
  }

  private static String reason(Decoded decoded) {
    return ((Decoded.Rejected) decoded).reason().text();
  }
}
