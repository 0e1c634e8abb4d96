package io.slackwater.job.output;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;

/** Reads what {@link ResultJson} writes, with every digit. */
public final class ResultReader implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final ArrayList<String> aggregates;
  private final ArrayList<String> attributes;
  private final long size;

  public ResultReader(JobConfig config) {
    this.aggregates = new ArrayList<>(config.window().aggregates().keySet());
    this.attributes = new ArrayList<>(config.customers().attributes().keySet());
    this.size = config.window().size().toMillis();
  }

  /**
   * Reads a result.
   *
   * @throws IllegalArgumentException where it is not one of this configuration, saying why
   */
  public CustomerMinute read(@Nullable byte[] value) {
    if (value == null) {
      throw new IllegalArgumentException("the record has no value");
    }
    try {
      return minute(JSON.readTree(value));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a time: " + e.getMessage(), e);
    }
  }

  private CustomerMinute minute(JsonNode json) {
    long start = instant(json, "windowStart");
    long end = instant(json, "windowEnd");
    if (end - start != size) {
      throw new IllegalArgumentException(
          "its window of %d ms is not the configured one of %d ms".formatted(end - start, size));
    }
    List<BigDecimal> values = new ArrayList<>(aggregates.size());
    for (String aggregate : aggregates) {
      values.add(number(json, aggregate));
    }
    JsonNode revision = member(json, "revision");
    if (!revision.isInt() || revision.intValue() < 0) {
      throw new IllegalArgumentException("its revision is " + revision);
    }
    return new CustomerMinute(
        Utf8.of(text(json, "customer")),
        start,
        end,
        revision.intValue(),
        Collections.unmodifiableList(values),
        profile(member(json, "profile")));
  }

  private Profile profile(JsonNode json) {
    JsonNode updatedAt = member(json, "updatedAt");
    List<String> values = new ArrayList<>(attributes.size());
    for (String attribute : attributes) {
      JsonNode value = member(json, attribute);
      values.add(value.isNull() ? null : value.asText());
    }
    return new Profile(
        ProfileStatus.of(text(json, "status")),
        updatedAt.isNull() ? null : instant(json, "updatedAt"),
        Collections.unmodifiableList(values));
  }

  @Nullable
  private static BigDecimal number(JsonNode json, String name) {
    JsonNode value = member(json, name);
    if (!value.isNull() && !value.isNumber()) {
      throw new IllegalArgumentException("its %s is %s".formatted(name, value));
    }
    return value.isNull() ? null : value.decimalValue();
  }

  private static long instant(JsonNode json, String name) {
    return Instant.parse(text(json, name)).toEpochMilli();
  }

  private static String text(JsonNode json, String name) {
    JsonNode value = member(json, name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("its %s is %s".formatted(name, value));
    }
    return value.textValue();
  }

  private static JsonNode member(JsonNode json, String name) {
    JsonNode value = json.get(name);
    if (value == null) {
      throw new IllegalArgumentException("it has no " + name);
    }
    return value;
  }
}
