package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.KafkaSample.Topic;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.PartitionTrack.Sample;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import javax.annotation.Nullable;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How long until the oldest unread record may be deleted. By age that is exact to the side of
 * caution: brokers delete whole segments, each when its newest record is old enough, and never the
 * one that is being written. By size it is an estimate, from the partition's mean bytes per offset
 * and the rate at which its end has been growing.
 *
 * @param ms 0: it may be deleted at any moment; null: never
 * @param by the setting that does it, or {@code never}
 */
record Headroom(@Nullable Long ms, String by) {
  private static final Headroom NEVER = new Headroom(null, PositionFacts.NEVER);

  /** Null where nothing is unread, or what it depends on is not known. */
  @Nullable
  static Headroom of(
      Sample sample, long offset, @Nullable Found behind, long lag, @Nullable Double growth) {
    Topic topic = sample.topic();
    if (topic == null || lag == 0) {
      return null;
    }
    if (topic.keepsAll()) {
      return NEVER;
    }
    Headroom byAge = byAge(sample.nowMillis(), topic, behind);
    Headroom bySize = bySize(sample.offsets(), topic, offset, growth);
    if (byAge == null || bySize == null) {
      return byAge == null ? bySize : byAge;
    }
    return bySize.ms < byAge.ms ? bySize : byAge;
  }

  @Nullable
  private static Headroom byAge(long now, Topic topic, @Nullable Found behind) {
    if (topic.retentionMs() == null
        || behind == null
        || behind.nothingLeft()
        || behind.timestamp() < 0) {
      return null;
    }
    long left = behind.timestamp() + topic.retentionMs() - now;
    return new Headroom(Math.max(0L, left), TopicConfig.RETENTION_MS_CONFIG);
  }

  @Nullable
  private static Headroom bySize(
      @Nullable Offsets offsets, Topic topic, long offset, @Nullable Double endsPerSecond) {
    if (topic.retentionBytes() == null
        || offsets == null
        || offsets.bytes() == null
        || offsets.end() <= offsets.start()) {
      return null;
    }
    double perOffset = (double) offsets.bytes() / (offsets.end() - offsets.start());
    double left =
        topic.retentionBytes() - perOffset * (offsets.end() - Math.max(offset, offsets.start()));
    if (left <= 0) {
      return new Headroom(0L, TopicConfig.RETENTION_BYTES_CONFIG);
    }
    if (endsPerSecond == null || endsPerSecond <= 0) {
      return null;
    }
    double ms = left / (perOffset * endsPerSecond) * 1000;
    return new Headroom((long) ms, TopicConfig.RETENTION_BYTES_CONFIG);
  }
}
