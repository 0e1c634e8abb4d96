package io.slackwater.ops.monitor;

import io.slackwater.job.OperatorId;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.monitor.FlinkSample.Reading;
import io.slackwater.ops.monitor.FlinkSample.Spent;
import io.slackwater.ops.monitor.state.CounterFacts;
import io.slackwater.ops.monitor.state.CounterFacts.LatenessBucket;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;

/**
 * Puts the metrics of the job's tasks in order. Names are those that Flink, its Kafka connector and
 * the job's operators register; a metric that is not there leaves what it would say unknown.
 */
final class JobMetrics {
  static final String PER_SECOND = "PerSecond";
  static final String BACK_PRESSURED = "backPressuredTimeMs";
  static final String BUSY = "busyTimeMs";
  private static final String BACK_PRESSURED_TOTAL = "accumulateBackPressuredTimeMs";
  private static final String MILLIS = "currentWatermark";
  private static final String LOADING = "loading";

  /** What a partition that is still to be loaded says: it holds everybody back. */
  private static final String HELD = Long.toString(Long.MIN_VALUE + 1);

  private static final Pattern TASK =
      Pattern.compile("(backPressuredTimeMs|busyTimeMs)PerSecond|" + BACK_PRESSURED_TOTAL);
  private static final Pattern LABELLED =
      Pattern.compile("[^.]+\\.(cause|reason|status)\\.([^.]+)\\.(late|deadLetters|profile)");
  private static final Pattern PLAIN =
      Pattern.compile(
          "[^.]+\\.(duplicates|lateProfiles|windowsPublished|openWindows|oldestOpenWindowAge|customersLoaded)");

  private static final Pattern BUCKET = Pattern.compile("le\\.([^.]+)\\.lateness");

  private final Map<String, String> topics = new HashMap<>();
  private final Pattern partition;
  private final String windowWatermarkName;
  private final Map<TopicPartition, Map<String, Double>> byPartition = new HashMap<>();
  private final Map<String, SortedMap<String, Long>> labelled = new HashMap<>();
  private final Map<String, Long> plain = new HashMap<>();
  private final SortedMap<Double, Long> lateness = new TreeMap<>();
  @Nullable private Double windowWatermark;

  JobMetrics(JobConfig config) {
    topics.put(source(OperatorId.EVENTS), config.events().topic());
    topics.put(source(OperatorId.CUSTOMERS), config.customers().topic());
    this.partition =
        Pattern.compile(
            "(%s)\\.(?:KafkaSourceReader\\.)?(?:topic\\.[^.]+\\.partition\\.|split\\.[^.]+-)(\\d+)\\.(.+)"
                .formatted(String.join("|", topics.keySet())));
    this.windowWatermarkName =
        TaskMetrics.spelled(OperatorId.CUSTOMER_MINUTES.displayName()) + ".currentOutputWatermark";
  }

  private static String source(OperatorId operator) {
    return TaskMetrics.spelled("Source: " + operator.displayName());
  }

  /** Whether a metric is of any use. */
  boolean wants(String name) {
    return TASK.matcher(name).matches()
        || name.equals(windowWatermarkName)
        || LABELLED.matcher(name).matches()
        || PLAIN.matcher(name).matches()
        || partition.matcher(name).matches();
  }

  /** Takes in the metrics of one task. */
  void add(List<TaskMetrics.Value> values) {
    Map<Integer, Map<String, Double>> bySubtask = new HashMap<>();
    Map<TopicPartition, Integer> readBy = new HashMap<>();
    for (TaskMetrics.Value value : values) {
      Matcher read = partition.matcher(value.name());
      if (read.matches()) {
        TopicPartition which =
            new TopicPartition(topics.get(read.group(1)), Integer.parseInt(read.group(2)));
        ofPartition(which, read.group(3), value);
        readBy.put(which, value.subtask());
      } else if (TASK.matcher(value.name()).matches()) {
        bySubtask
            .computeIfAbsent(value.subtask(), s -> new HashMap<>())
            .put(value.name(), value.value());
      } else if (value.name().equals(windowWatermarkName)) {
        windowWatermark =
            windowWatermark == null ? value.value() : Math.min(windowWatermark, value.value());
      } else {
        count(value);
      }
    }
    readBy.forEach(
        (which, subtask) ->
            byPartition.get(which).putAll(bySubtask.getOrDefault(subtask, Map.of())));
  }

  private void ofPartition(TopicPartition which, String name, TaskMetrics.Value read) {
    double value = read.value();
    Matcher bucket = BUCKET.matcher(name);
    if (bucket.matches()) {
      if (which.topic().equals(topics.get(source(OperatorId.EVENTS)))) {
        lateness.merge(seconds(bucket.group(1)), (long) value, Long::sum);
      }
      return;
    }
    Map<String, Double> values = byPartition.computeIfAbsent(which, w -> new HashMap<>());
    String last = name.substring(name.lastIndexOf('.') + 1);
    values.put(last, value);
    if (last.equals(MILLIS)) {
      values.put(LOADING, read.text().equals(HELD) ? 1.0 : 0.0);
    }
  }

  /** {@code 0_5} is how Flink spells 0.5, {@code +Inf} is without limit. */
  private static double seconds(String label) {
    return label.endsWith("Inf")
        ? Double.POSITIVE_INFINITY
        : Double.parseDouble(label.replace('_', '.'));
  }

  private void count(TaskMetrics.Value value) {
    Matcher label = LABELLED.matcher(value.name());
    Matcher name = PLAIN.matcher(value.name());
    if (label.matches()) {
      labelled
          .computeIfAbsent(label.group(3), n -> new TreeMap<>())
          .merge(label.group(2), (long) value.value(), Long::sum);
    } else if (name.matches()) {
      boolean oldest = name.group(1).equals("oldestOpenWindowAge");
      plain.merge(name.group(1), (long) value.value(), oldest ? Math::max : Long::sum);
    }
  }

  Map<TopicPartition, Reading> partitions() {
    Map<TopicPartition, Reading> readings = new HashMap<>();
    byPartition.forEach((which, values) -> readings.put(which, reading(values)));
    return readings;
  }

  private static Reading reading(Map<String, Double> values) {
    Double offset = values.get("currentOffset");
    Double idle = values.get("idle");
    return new Reading(
        offset == null || offset < 0 ? null : offset.longValue() + 1,
        watermark(values),
        idle == null ? null : idle > 0,
        new Spent(values.get("accumulatedPausedTimeMs"), values.get("pausedTimeMs" + PER_SECOND)),
        new Spent(values.get("accumulatedIdleTimeMs"), values.get("idleTimeMs" + PER_SECOND)),
        new Spent(values.get(BACK_PRESSURED_TOTAL), values.get(BACK_PRESSURED + PER_SECOND)));
  }

  /** The job's own word for it if there is one; what Flink works with is rounded to its samples. */
  private static WatermarkFacts watermark(Map<String, Double> values) {
    Double flinks = values.get(MILLIS);
    Double own = values.getOrDefault("watermark", flinks);
    if (own == null) {
      return WatermarkFacts.UNKNOWN;
    }
    boolean loading = values.getOrDefault(LOADING, 0.0) > 0;
    return new WatermarkFacts(true, eventTime(own), loading);
  }

  /** Null for what stands for no watermark yet. */
  @Nullable
  private static Long eventTime(@Nullable Double watermark) {
    return watermark == null || watermark <= Long.MIN_VALUE / 2.0
        ? null
        : Long.valueOf(watermark.longValue());
  }

  @Nullable
  Long windowWatermark() {
    return eventTime(windowWatermark);
  }

  CounterFacts counters() {
    List<LatenessBucket> buckets = new ArrayList<>();
    lateness.forEach(
        (upTo, events) ->
            buckets.add(new LatenessBucket(Double.isInfinite(upTo) ? null : upTo, events)));
    buckets.sort(
        Comparator.comparing(
            LatenessBucket::upToSeconds, Comparator.nullsLast(Comparator.naturalOrder())));
    return new CounterFacts(
        labelled.getOrDefault("late", new TreeMap<>()),
        labelled.getOrDefault("deadLetters", new TreeMap<>()),
        labelled.getOrDefault("profile", new TreeMap<>()),
        buckets,
        plain.get("duplicates"),
        plain.get("lateProfiles"),
        plain.get("windowsPublished"),
        plain.get("openWindows"),
        plain.get("oldestOpenWindowAge"),
        plain.get("customersLoaded"));
  }
}
