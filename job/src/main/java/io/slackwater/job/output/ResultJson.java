package io.slackwater.job.output;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A result as JSON: the fields of the contract in its order, the aggregates and attributes in the
 * order of the configuration, numbers with exactly the digits of their scale, instants in UTC.
 * Equal results are equal bytes.
 */
public final class ResultJson implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private final ArrayList<String> aggregates;
  private final ArrayList<String> attributes;

  public ResultJson(JobConfig config) {
    this.aggregates = new ArrayList<>(config.window().aggregates().keySet());
    this.attributes = new ArrayList<>(config.customers().attributes().keySet());
  }

  public byte[] write(CustomerMinute minute) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(320);
    try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeFieldName("customer");
      byte[] customer = minute.customer().bytes();
      json.writeUTF8String(customer, 0, customer.length);
      json.writeStringField("windowStart", instant(minute.windowStart()));
      json.writeStringField("windowEnd", instant(minute.windowEnd()));
      json.writeNumberField("revision", minute.revision());
      writeAggregates(minute.aggregates(), json);
      json.writeObjectFieldStart("profile");
      writeProfile(minute.profile(), json);
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: writing into memory", e);
    }
    return bytes.toByteArray();
  }

  private void writeAggregates(List<BigDecimal> values, JsonGenerator json) throws IOException {
    for (int i = 0; i < aggregates.size(); i++) {
      json.writeFieldName(aggregates.get(i));
      BigDecimal value = values.get(i);
      if (value == null) {
        json.writeNull();
      } else {
        json.writeNumber(value);
      }
    }
  }

  private void writeProfile(CustomerMinute.Profile profile, JsonGenerator json) throws IOException {
    json.writeStringField("status", profile.status().text());
    Long updatedAt = profile.updatedAt();
    json.writeStringField("updatedAt", updatedAt == null ? null : instant(updatedAt));
    for (int i = 0; i < attributes.size(); i++) {
      json.writeStringField(attributes.get(i), profile.attributes().get(i));
    }
  }

  private static String instant(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).toString();
  }
}
