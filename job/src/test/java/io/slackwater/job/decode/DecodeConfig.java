package io.slackwater.job.decode;

import io.slackwater.job.config.FieldRef;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.TimeFormat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.Nullable;

/** The parts of a configuration that decoding depends on, with the values of the documentation. */
final class DecodeConfig {
  static final Duration MAX_FUTURE_SKEW = Duration.ofMinutes(1);
  static final int MAX_RECORD_BYTES = 1 << 20;

  private DecodeConfig() {}

  static JobConfig.Events events(TimeFormat format, @Nullable String id) {
    return events("/customerId", "/occurredAt", id, format);
  }

  static JobConfig.Events events(
      String customer, String time, @Nullable String id, TimeFormat format) {
    return new JobConfig.Events(
        "events",
        "slackwater",
        new JobConfig.StartFrom(JobConfig.StartFrom.Position.EARLIEST, null),
        new JobConfig.EventFields(
            FieldRef.parse(customer), FieldRef.parse(time), id == null ? null : FieldRef.parse(id)),
        format,
        MAX_FUTURE_SKEW,
        MAX_RECORD_BYTES);
  }

  /**
   * @param attributes pointers, whose names do not matter to the decoder
   */
  static JobConfig.Customers customers(TimeFormat format, String... attributes) {
    Map<String, FieldRef> refs = new LinkedHashMap<>();
    for (String attribute : attributes) {
      refs.put("a" + refs.size(), FieldRef.parse(attribute));
    }
    return new JobConfig.Customers(
        "customers",
        new JobConfig.CustomerFields(FieldRef.parse("/customerId"), FieldRef.parse("/updatedAt")),
        format,
        refs,
        Duration.ofDays(7),
        JobConfig.TtlRefresh.ON_UPDATE,
        Duration.ofDays(7),
        JobConfig.Bootstrap.WAIT);
  }

  static Measure measure(String pointer, int scale) {
    return new Measure(FieldRef.parse(pointer), scale);
  }
}
