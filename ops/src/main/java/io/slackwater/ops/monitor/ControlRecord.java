package io.slackwater.ops.monitor;

import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.PartitionFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.annotation.Nullable;

/**
 * What paced producers have to know of the group that reads what they write. Null is unknown, and a
 * producer then has no reason to slow down or to hurry.
 *
 * @param at ISO 8601, when it was measured
 * @param validFor ISO 8601, for how long to rely on it
 * @param lagSeconds the age of the oldest unread event
 * @param lagGrowthPerSecond records by which the lag of the events topic grows
 * @param retentionHeadroomSeconds until the first unread event may be deleted
 * @param partitions the same for each partition whose lag is known
 */
record ControlRecord(
    String group,
    String at,
    String validFor,
    @Nullable Double lagSeconds,
    @Nullable Double lagGrowthPerSecond,
    @Nullable Double retentionHeadroomSeconds,
    List<Partition> partitions) {

  /** Of one partition of the events topic. */
  record Partition(
      int partition,
      @Nullable Double lagSeconds,
      @Nullable Double lagGrowthPerSecond,
      @Nullable Double retentionHeadroomSeconds) {}

  /** The events topic's; good until the third next one is due. */
  static ControlRecord of(MonitorState state) {
    List<PartitionFacts> events =
        state.partitions().stream()
            .filter(p -> p.topic().equals(state.subject().eventsTopic()))
            .toList();
    List<Double> growths = known(events, p -> p.best().growthPerSecond());
    return new ControlRecord(
        state.subject().group(),
        Instant.ofEpochMilli(state.atMillis()).toString(),
        Duration.ofMillis(3 * state.subject().intervalMs()).toString(),
        known(events, p -> seconds(p.best().lagMs())).stream()
            .max(Comparator.naturalOrder())
            .orElse(null),
        growths.isEmpty()
            ? null
            : Double.valueOf(growths.stream().mapToDouble(Double::doubleValue).sum()),
        known(events, p -> seconds(p.best().headroomMs())).stream()
            .min(Comparator.naturalOrder())
            .orElse(null),
        events.stream()
            .filter(p -> p.best().lagMs() != null)
            .map(
                p ->
                    new Partition(
                        p.partition(),
                        seconds(p.best().lagMs()),
                        p.best().growthPerSecond(),
                        seconds(p.best().headroomMs())))
            .toList());
  }

  private static List<Double> known(
      List<PartitionFacts> events, Function<PartitionFacts, Double> what) {
    return events.stream().map(what).filter(Objects::nonNull).toList();
  }

  @Nullable
  private static Double seconds(@Nullable Long ms) {
    return ms == null ? null : Double.valueOf(ms / 1000.0);
  }
}
