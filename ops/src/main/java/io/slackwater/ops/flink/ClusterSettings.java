package io.slackwater.ops.flink;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;

/** What the JobManager says that it was started with; secrets come masked. */
public final class ClusterSettings {
  private ClusterSettings() {}

  /** Asks for all settings. */
  public static Configuration of(FlinkRest rest) {
    Configuration settings = new Configuration();
    for (JsonNode entry : rest.get("/jobmanager/config")) {
      settings.setString(entry.path("key").asText(), entry.path("value").asText());
    }
    return settings;
  }
}
