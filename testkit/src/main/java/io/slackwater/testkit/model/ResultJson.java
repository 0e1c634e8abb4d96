package io.slackwater.testkit.model;

import java.math.BigDecimal;
import java.time.Instant;

/** Results as the results topic holds them. */
public final class ResultJson {
  private final ModelConfig config;

  public ResultJson(ModelConfig config) {
    this.config = config;
  }

  /** The result with the fields in their order, without white space. */
  public String of(Result result) {
    StringBuilder json = new StringBuilder(256).append("{\"customer\":");
    json.append(Json.quoted(result.customer()));
    json.append(",\"windowStart\":").append(instant(result.windowStart()));
    json.append(",\"windowEnd\":").append(instant(result.windowEnd()));
    json.append(",\"revision\":").append(result.revision());
    for (int i = 0; i < config.aggregates().size(); i++) {
      BigDecimal value = result.aggregates().get(i);
      json.append(',').append(Json.quoted(config.aggregates().get(i).name())).append(':');
      json.append(value == null ? "null" : value.toPlainString());
    }
    json.append(",\"profile\":{\"status\":").append(Json.quoted(result.status().text()));
    json.append(",\"updatedAt\":");
    json.append(result.updatedAt() == null ? "null" : instant(result.updatedAt()));
    for (int i = 0; i < config.customers().attributes().size(); i++) {
      String value = result.attributes().get(i);
      json.append(',').append(Json.quoted(config.customers().attributes().get(i).name()));
      json.append(':').append(value == null ? "null" : Json.quoted(value));
    }
    return json.append("}}").toString();
  }

  private static String instant(long ms) {
    return Json.quoted(Instant.ofEpochMilli(ms).toString());
  }
}
