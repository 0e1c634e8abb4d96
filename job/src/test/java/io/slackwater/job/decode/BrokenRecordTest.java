package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.TimeFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What producers and attackers send. Texts stand for bytes here (ISO 8859-1). The time limits are
 * no measurements: they are what tells linear work from quadratic.
 */
class BrokenRecordTest {
  private static final int LARGEST = DecodeConfig.MAX_RECORD_BYTES;
  private static final long KAFKA_TIME = 1_767_225_600_000L;
  private static final String GOOD = "{\"customerId\":1,\"occurredAt\":5,\"amount\":1.5}";

  private final EventDecoder decoder =
      new EventDecoder(
          DecodeConfig.events(TimeFormat.EPOCH_MILLIS, null),
          List.of(DecodeConfig.measure("/amount", 2), DecodeConfig.measure("/deep/x", 2)));

  @ParameterizedTest(name = "{1}: {0}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "``|malformed-json|byte 0: expected a value but the record ends",
        "` `|malformed-json|byte 1: expected a value but the record ends",
        "\u00ef\u00bb\u00bf{}|malformed-json|byte 0: a byte order mark before the document",
        "{\"a\":1|malformed-json|byte 6: expected ',' or '}' but the record ends",
        "{\"a\":1}{}|malformed-json|byte 7: expected the end of the record but found '{'",
        "{} x|malformed-json|byte 3: expected the end of the record but found 'x'",
        "{\"a\":NaN}|malformed-json|byte 5: expected a value but found 'N'",
        "{\"a\":-Infinity}|malformed-json|byte 6: expected a digit but found 'I'",
        "{\"a\":01}|malformed-json|byte 6: expected ',' or '}' but found '1'",
        "{\"a\":1.}|malformed-json|byte 7: expected a digit but found '}'",
        "{\"a\":.5}|malformed-json|byte 5: expected a value but found '.'",
        "{\"a\":+1}|malformed-json|byte 5: expected a value but found '+'",
        "{\"a\":1e}|malformed-json|byte 7: expected a digit but found '}'",
        "{\"a\":0x1}|malformed-json|byte 6: expected ',' or '}' but found 'x'",
        "{\"a\":nul}|malformed-json|byte 5: expected true, false or null",
        "{\"a\":truex}|malformed-json|byte 9: expected ',' or '}' but found 'x'",
        "{'a':1}|malformed-json|byte 1: expected a key in double quotes but found '''",
        "{a:1}|malformed-json|byte 1: expected a key in double quotes but found 'a'",
        "{\"a\":1,}|malformed-json|byte 7: expected a key in double quotes but found '}'",
        "{\"a\" 1}|malformed-json|byte 5: expected ':' but found '1'",
        "{\"a\":}|malformed-json|byte 5: expected a value but found '}'",
        "{,}|malformed-json|byte 1: expected a key in double quotes but found ','",
        "[1,]|malformed-json|byte 3: expected a value but found ']'",
        "[1}|malformed-json|byte 2: expected ',' or ']' but found '}'",
        "[1 2]|malformed-json|byte 3: expected ',' or ']' but found '2'",
        "{\"a\":1/**/}|malformed-json|byte 6: expected ',' or '}' but found '/'",
        "{\"a\":\"b|malformed-json|byte 7: expected the end of a string but the record ends",
        "{\"a\":\"\u0001\"}|malformed-json|byte 6: control character 0x01 in a string",
        "{\"a\":\"\t\"}|malformed-json|byte 6: control character 0x09 in a string",
        "{\"a\":\"\\x\"}|malformed-json|byte 7: expected an escape (one of \"\\/bfnrtu) but found 'x'",
        "{\"a\":\"\\u12g4\"}|malformed-json|byte 10: expected a hexadecimal digit but found 'g'",
        "{\"a\":\"\\u12|malformed-json|byte 10: expected a hexadecimal digit but the record ends",
        "{\"a\":\u000b1}|malformed-json|byte 5: expected a value but found 0x0b",
        "{\"a\":\"\u0080\"}|invalid-utf8|byte 6: 0x80 does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00c0\u0080\"}|invalid-utf8|byte 6: 0xc0 does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00e0\u0080\u0080\"}|invalid-utf8|byte 6: 0xe0 does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00ed\u00a0\u0080\"}|invalid-utf8|byte 6: 0xed does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00f0\u0080\u0080\u0080\"}|invalid-utf8|byte 6: 0xf0 does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00f4\u0090\u0080\u0080\"}|invalid-utf8|byte 6: 0xf4 does not begin a valid UTF-8 sequence",
        "{\"a\":\"\u00e2\u0082|invalid-utf8|byte 6: 0xe2 does not begin a valid UTF-8 sequence",
        "{\"\u00ff\":1}|invalid-utf8|byte 2: 0xff does not begin a valid UTF-8 sequence",
        "\u00ff\u00fe{}|invalid-utf8|byte 0: 0xff does not begin a valid UTF-8 sequence",
        "\u00c3\u00a9|malformed-json|byte 0: expected a value but found 0xc3"
      })
  void documentThatIsNotJsonIsRefused(String bytes, String reason, String detail) {
    assertThat(decode(bytes)).isEqualTo(rejected(reason, detail));
  }

  @Test
  void everyTruncationIsRefused() {
    for (int length = 0; length < GOOD.length(); length++) {
      assertThat(reason(decode(GOOD.substring(0, length)))).isEqualTo("malformed-json");
    }
    assertThat(decode(GOOD)).isInstanceOf(Decoded.Event.class);
  }

  @Test
  void twoDocumentsAreNotOne() {
    assertThat(decode(GOOD + GOOD))
        .isEqualTo(
            rejected("malformed-json", "byte 44: expected the end of the record but found '{'"));
    assertThat(decode(GOOD + "\n")).isInstanceOf(Decoded.Event.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"customerId\":1,\"customerId\":1}|byte 16: the key \"customerId\" stands twice in one object",
        "{\"customerId\":1,\"customer\\u0049d\":1}|byte 16: the key \"customer\\u0049d\" stands twice in one object",
        "{\"a\":1,\"b\":2,\"a\":3}|byte 13: the key \"a\" stands twice in one object",
        "{\"deep\":{\"y\":1,\"y\":2}}|byte 15: the key \"y\" stands twice in one object",
        "{\"deep\":{},\"deep\":{}}|byte 11: the key \"deep\" stands twice in one object",
        "{\"\":1,\"\":1}|byte 6: the key \"\" stands twice in one object",
        "{\"\\ud83d\\ude00\":1,\"\u00f0\u009f\u0098\u0080\":1}|byte 18: the key \"\ud83d\ude00\" stands twice in one object",
        "{\"\\ud800\":1,\"\\uD800\":1}|byte 12: the key \"\\uD800\" stands twice in one object"
      })
  void keyThatStandsTwiceWhereFieldsAreReadIsRefused(String bytes, String detail) {
    assertThat(decode(bytes)).isEqualTo(rejected("duplicate-field", detail));
  }

  @Test
  void oddityWhereNothingIsReadDoesNoHarm() {
    String odd =
        "\"other\":{\"a\":1,\"a\":[{\"b\":1,\"b\":2}]},\"\\ud800\":\"\\ud800 \\u0000\",\"n\":"
            + "1e1000000000,\"m\":"
            + "7".repeat(1_001);
    assertThat(decode(GOOD.replace("}", "," + odd + "}"))).isEqualTo(decode(GOOD));
  }

  @Test
  void sameKeyInDifferentObjectsIsNoDuplicate() {
    String json =
        GOOD.replace("}", ",\"deep\":{\"customerId\":1,\"deep\":{\"x\":1},\"amount\":2}}");
    assertThat(decode(json)).isInstanceOf(Decoded.Event.class);
  }

  @Test
  void thousandLevelsAreReadAndOneMoreIsRefused() {
    String thousand = "{\"a\":" + "[".repeat(999) + "]".repeat(999) + ",";
    String more = "{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + ",";

    assertThat(decode(GOOD.replace("{", thousand))).isInstanceOf(Decoded.Event.class);
    assertThat(decode(GOOD.replace("{", more)))
        .isEqualTo(rejected("malformed-json", "byte 1004: nested deeper than 1000 levels"));
  }

  @Test
  void numberOfThousandAndOneDigitsIsNoAmount() {
    assertThat(reason(decode(GOOD.replace("1.5", "7".repeat(1_001))))).isEqualTo("invalid-number");
    assertThat(reason(decode(GOOD.replace("1.5", "0." + "7".repeat(1_001)))))
        .isEqualTo("invalid-number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[|malformed-json",
        "{\"a\":|malformed-json",
        "{\"deep\":|malformed-json",
        "\"|malformed-json",
        "\"\\|malformed-json",
        "\"\\u00|malformed-json",
        "` `|malformed-json",
        "7|missing-customer",
        "-|malformed-json",
        "\u00c3\u00a9|malformed-json"
      })
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void repetitionOfTheLargestSizeIsRefused(String unit, String reason) {
    String repeated = unit.repeat(LARGEST / unit.length());
    for (int i = 0; i < 20; i++) {
      assertThat(reason(decode(repeated))).isEqualTo(reason);
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void manyKeysAreComparedInLinearTime() {
    StringBuilder json = new StringBuilder("{");
    int keys = 0;
    while (json.length() < LARGEST - 100) {
      json.append('"').append(Integer.toString(keys++, 36)).append("\":0,");
    }
    String distinct = json + GOOD.substring(1);
    for (int i = 0; i < 20; i++) {
      assertThat(decode(distinct)).isInstanceOf(Decoded.Event.class);
    }
    String last = Integer.toString(keys - 1, 36);
    assertThat(reason(decode(json + "\"" + last + "\":0}"))).isEqualTo("duplicate-field");
    assertThat(decode(GOOD)).isInstanceOf(Decoded.Event.class);
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void numbersOfTheLargestSizeAreJudgedInLinearTime() {
    int length = LARGEST - 100;
    String sevens = "7".repeat(length);
    String tiny = "0." + "0".repeat(length) + "15e" + (length + 1);
    for (int i = 0; i < 20; i++) {
      assertThat(reason(decode(GOOD.replace("1.5", sevens)))).isEqualTo("invalid-number");
      assertThat(reason(decode(GOOD.replace(":5", ":" + sevens)))).isEqualTo("invalid-time");
      assertThat(reason(decode(GOOD.replace(":1,", ":" + sevens + ","))))
          .isEqualTo("invalid-customer");
      assertThat(decode(GOOD.replace("1.5", tiny))).isEqualTo(decode(GOOD));
    }
  }

  private Decoded decode(String bytes) {
    return decoder.decode(null, bytes.getBytes(ISO_8859_1), KAFKA_TIME);
  }

  private static Decoded rejected(String reason, String detail) {
    for (DeadLetterReason known : DeadLetterReason.values()) {
      if (known.text().equals(reason)) {
        return new Decoded.Rejected(known, detail);
      }
    }
    throw new AssertionError(reason);
  }

  private static String reason(Decoded decoded) {
    return ((Decoded.Rejected) decoded).reason().text();
  }
}
