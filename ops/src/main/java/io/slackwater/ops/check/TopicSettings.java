package io.slackwater.ops.check;

import java.util.List;
import java.util.Map;

/** A topic's settings, typed. Limits that are off are {@link Long#MAX_VALUE}. */
record TopicSettings(Map<String, String> settings) {
  /** What {@code cleanup.policy} lists. */
  List<String> cleanup() {
    return List.of(settings.getOrDefault("cleanup.policy", "delete").split(",\\s*", -1));
  }

  long retentionMillis() {
    return limit("retention.ms");
  }

  /** Of each partition. */
  long retentionBytes() {
    return limit("retention.bytes");
  }

  long tombstoneMillis() {
    return limit("delete.retention.ms");
  }

  long timestampBeforeMillis() {
    return limit("message.timestamp.before.max.ms");
  }

  long timestampAfterMillis() {
    return limit("message.timestamp.after.max.ms");
  }

  long maxMessageBytes() {
    return limit("max.message.bytes");
  }

  int minInsyncReplicas() {
    return Integer.parseInt(settings.getOrDefault("min.insync.replicas", "1"));
  }

  boolean isStampedByBroker() {
    return "LogAppendTime".equals(settings.get("message.timestamp.type"));
  }

  private long limit(String name) {
    long value = Long.parseLong(settings.getOrDefault(name, "-1"));
    return value < 0 ? Long.MAX_VALUE : value;
  }
}
