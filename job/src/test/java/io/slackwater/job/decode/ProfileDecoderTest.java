package io.slackwater.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.TimeFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileDecoderTest {
  private static final byte[] KEY = "c-17".getBytes(UTF_8);
  private static final long KAFKA_TIME = 1_767_225_600_000L;

  private final ProfileDecoder decoder =
      new ProfileDecoder(
          DecodeConfig.customers(
              TimeFormat.EPOCH_MILLIS, "/segment", "/address", "/address/region", "/tags/1", "key"),
          DecodeConfig.MAX_FUTURE_SKEW,
          DecodeConfig.MAX_RECORD_BYTES);

  @Test
  void profileIsProjectedToTheConfiguredAttributes() {
    String json =
        """
        {"customerId":"c-17","segment":"g\\u00f6ld","address":{"region": "eu"},"updatedAt":5,
         "tags":[1, 2.50, 3]}""";

    assertThat(decode(json))
        .isEqualTo(profile("göld", "{\"region\": \"eu\"}", "eu", "2.50", "c-17"));
  }

  @ParameterizedTest(name = "{0} as an attribute is {1}")
  @CsvSource(
      quoteCharacter = '`',
      nullValues = "none",
      delimiter = '|',
      value = {
        "\"gold\"|gold",
        "\"\"|``",
        "null|none",
        "true|true",
        "false|false",
        "1E+2|1E+2",
        "9007199254740993|9007199254740993",
        "[1, {\"a\" : \"\\ud800\"} ]|[1, {\"a\" : \"\\ud800\"} ]",
        "\"a\\u0000b\"|a\0b"
      })
  void attributesAreTexts(String literal, String text) {
    assertThat(decode("{\"customerId\":\"c-17\",\"updatedAt\":5,\"segment\":" + literal + "}"))
        .isEqualTo(profile(text, null, null, null, "c-17"));
  }

  @Test
  void nullValueDeletesTheCustomerOfTheKey() {
    assertThat(decoder.decode(KEY, null, KAFKA_TIME))
        .isEqualTo(new Decoded.Profile(Utf8.of("c-17"), KAFKA_TIME, null));
  }

  @Test
  void deletionNeedsAKeyAndAKafkaTimestamp() {
    assertThat(reason(decoder.decode(null, null, KAFKA_TIME))).isEqualTo("missing-customer");
    assertThat(reason(decoder.decode(new byte[0], null, KAFKA_TIME))).isEqualTo("invalid-customer");
    assertThat(reason(decoder.decode(new byte[] {-1}, null, KAFKA_TIME)))
        .isEqualTo("invalid-customer");
    assertThat(reason(decoder.decode(KEY, null, -1))).isEqualTo("missing-time");
    assertThat(reason(decoder.decode(KEY, null, Long.MAX_VALUE))).isEqualTo("invalid-time");
  }

  @Test
  void emptyValueIsNoDeletion() {
    assertThat(reason(decode(""))).isEqualTo("malformed-json");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"updatedAt\":5}|missing-customer",
        "{\"customerId\":\"\",\"updatedAt\":5}|invalid-customer",
        "{\"customerId\":1}|missing-time",
        "{\"customerId\":1,\"updatedAt\":\"x\"}|invalid-time",
        "{\"customerId\":1,\"updatedAt\":1767225660001}|future-time",
        "{\"customerId\":1,\"updatedAt\":5,\"segment\":\"\\udfff\"}|invalid-utf8",
        "{\"customerId\":1,\"address\":{\"region\":1,\"region\":1}}|duplicate-field"
      })
  void profileThatCannotBeUsedIsRefused(String json, String reason) {
    assertThat(reason(decode(json))).isEqualTo(reason);
  }

  @Test
  void keyThatIsNotUtf8IsNoAttribute() {
    byte[] json = "{\"customerId\":1,\"updatedAt\":5}".getBytes(UTF_8);
    assertThat(reason(decoder.decode(new byte[] {-1}, json, KAFKA_TIME))).isEqualTo("invalid-utf8");
  }

  @Test
  void profileThatIsTooLargeIsRefused() {
    byte[] large = new byte[DecodeConfig.MAX_RECORD_BYTES + 1];
    assertThat(reason(decoder.decode(KEY, large, KAFKA_TIME))).isEqualTo("too-large");
  }

  private Decoded decode(String json) {
    return decoder.decode(KEY, json.getBytes(UTF_8), KAFKA_TIME);
  }

  private static Decoded profile(String... attributes) {
    return new Decoded.Profile(Utf8.of("c-17"), 5, Arrays.asList(attributes));
  }

  private static String reason(Decoded decoded) {
    return ((Decoded.Rejected) decoded).reason().text();
  }
}
