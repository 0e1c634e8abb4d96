package io.slackwater.job.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.annotation.Nullable;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
  private static final JobConfig CONFIG =
      JobConfigLoader.load(Path.of("../config/slackwater.yaml"), List.of());
  private static final JsonFactory JACKSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();
  private static final String[] PIECES = {
    "c-17",
    "gold",
    " ",
    "/",
    "\"",
    "\\",
    "\b",
    "\f",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u001f",
    "\u007f",
    "ü",
    "€",
    "\u2028",
    "\ud83d\ude00"
  };

  private final ResultJson json = new ResultJson(CONFIG);

  @Test
  void aResultHasTheFieldsOfTheContractInTheirOrder() {
    CustomerMinute minute =
        minute(
            "c-17",
            1_767_276_000_000L,
            List.of(new BigDecimal("3"), new BigDecimal("12.50")),
            new Profile(ProfileStatus.MATCHED, 1_767_081_600_000L, List.of("gold", "eu")));

    assertThat(new String(json.write(minute), UTF_8))
        .isEqualTo(
            "{\"customer\":\"c-17\",\"windowStart\":\"2026-01-01T14:00:00Z\",\"windowEnd\":\"2026-01-01T14:01:00Z\",\"revision\":0,\"orders\":3,\"revenue\":12.50,"
                + "\"profile\":{\"status\":\"matched\",\"updatedAt\":\"2025-12-30T08:00:00Z\",\"segment\":\"gold\",\"region\":\"eu\"}}");
  }

  @Test
  void whatThereIsNotIsNull() {
    CustomerMinute minute =
        minute(
            "c-17",
            0,
            Arrays.asList(BigDecimal.ONE, null),
            new Profile(ProfileStatus.MISSING, null, Arrays.asList(null, null)));

    assertThat(new String(json.write(minute), UTF_8))
        .endsWith(
            "\"orders\":1,\"revenue\":null,\"profile\":{\"status\":\"missing\",\"updatedAt\":null,\"segment\":null,\"region\":null}}");
  }

  @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
  void everyResultIsWrittenAsJacksonWritesIt(@ForAll Random random) throws IOException {
    // The years that a time may have, and the first window end after them.
    long time = random.nextLong(-62_135_596_800_000L, 253_402_300_800_000L + 60_000);
    long start = random.nextBoolean() ? Math.floorDiv(time, 60_000L) * 60_000 : time;
    CustomerMinute minute =
        minute(
            text(random),
            start,
            Arrays.asList(number(random), number(random)),
            new Profile(
                ProfileStatus.MATCHED,
                random.nextInt(10) == 0 ? null : time,
                Arrays.asList(random.nextInt(10) == 0 ? null : text(random), text(random))));

    assertThat(new String(json.write(minute), UTF_8))
        .isEqualTo(new String(byJackson(minute), UTF_8));
  }

  private static CustomerMinute minute(
      String customer, long start, List<BigDecimal> aggregates, Profile profile) {
    return new CustomerMinute(Utf8.of(customer), start, start + 60_000, 0, aggregates, profile);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Nullable
  private static BigDecimal number(Random random) {
    return random.nextInt(10) == 0
        ? null
        : new BigDecimal(
            new BigInteger(random.nextInt(126), random).subtract(BigInteger.TEN),
            random.nextInt(39));
  }

  private static byte[] byJackson(CustomerMinute minute) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator jackson = JACKSON.createGenerator(bytes, JsonEncoding.UTF8)) {
      jackson.writeStartObject();
      byte[] customer = minute.customer().bytes();
      jackson.writeFieldName("customer");
      jackson.writeUTF8String(customer, 0, customer.length);
      jackson.writeStringField("windowStart", instant(minute.windowStart()));
      jackson.writeStringField("windowEnd", instant(minute.windowEnd()));
      jackson.writeNumberField("revision", minute.revision());
      jackson.writeFieldName("orders");
      jackson.writeNumber(minute.aggregates().get(0));
      jackson.writeFieldName("revenue");
      jackson.writeNumber(minute.aggregates().get(1));
      jackson.writeObjectFieldStart("profile");
      jackson.writeStringField("status", minute.profile().status().text());
      jackson.writeStringField("updatedAt", instant(minute.profile().updatedAt()));
      jackson.writeStringField("segment", minute.profile().attributes().get(0));
      jackson.writeStringField("region", minute.profile().attributes().get(1));
    }
    return bytes.toByteArray();
  }

  @Nullable
  private static String instant(@Nullable Long epochMillis) {
    return epochMillis == null ? null : Instant.ofEpochMilli(epochMillis).toString();
  }
}
