package io.slackwater.lab.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;

/** The metrics of a Flink in this JVM, to be asked at any time. Thread-safe. */
final class LiveMetrics implements MetricReporter {
  private static final String DUPLICATES = "duplicates";

  private final Map<Metric, Named> metrics = new ConcurrentHashMap<>();
  private final AtomicLong duplicatesBefore = new AtomicLong();

  private record Named(String name, Map<String, String> variables) {
    String variable(String variable) {
      return variables.get("<" + variable + ">");
    }
  }

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    metrics.put(metric, new Named(name, Map.copyOf(group.getAllVariables())));
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    metrics.remove(metric);
    if (metric instanceof Counter counter && name.equals(DUPLICATES)) {
      duplicatesBefore.addAndGet(counter.getCount());
    }
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  /** The watermark (ms) of each partition of a topic that is being read and has one. */
  SortedMap<Integer, Long> watermarks(String topic) {
    SortedMap<Integer, Long> watermarks = new TreeMap<>();
    String prefix = topic + "-";
    metrics.forEach(
        (metric, named) -> {
          String split = named.variable("split");
          if (split != null
              && split.startsWith(prefix)
              && named.name().equals("currentWatermark")) {
            long watermark = valueOf(metric);
            if (watermark > Long.MIN_VALUE + 1) {
              int partition = Integer.parseInt(split.substring(prefix.length()));
              watermarks.merge(partition, watermark, Math::max);
            }
          }
        });
    return watermarks;
  }

  long openWindows() {
    return values("openWindows", null).stream().mapToLong(Long::longValue).sum();
  }

  /** What the job has dropped; what it read again after a failure is counted again. */
  long duplicates() {
    return duplicatesBefore.get()
        + values(DUPLICATES, null).stream().mapToLong(Long::longValue).sum();
  }

  /** The smallest value of a gauge over the subtasks of an operator. */
  OptionalLong smallest(String name, String operator) {
    return values(name, operator).stream().mapToLong(Long::longValue).min();
  }

  private List<Long> values(String name, String operator) {
    List<Long> values = new ArrayList<>();
    metrics.forEach(
        (metric, named) -> {
          boolean wanted = operator == null || operator.equals(named.variable("operator_name"));
          if (wanted && named.name().equals(name)) {
            values.add(valueOf(metric));
          }
        });
    return values;
  }

  private static long valueOf(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
        ? number.longValue()
        : 0;
  }
}
