package io.slackwater.producer;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/**
 * The pace in Kafka's own metrics, and so in JMX as {@code
 * slackwater.producer:type=paced-producer,client-id=NAME}.
 */
final class PaceMetrics implements AutoCloseable {
  private static final String GROUP = "paced-producer";

  private final Metrics metrics =
      new Metrics(
          new MetricConfig(),
          List.of(new JmxReporter()),
          Time.SYSTEM,
          new KafkaMetricsContext("slackwater.producer"));
  private final Map<String, String> tags;
  private final Supplier<PaceStats> stats;

  PaceMetrics(String name, Supplier<PaceStats> stats) {
    this.tags = Map.of("client-id", name);
    this.stats = stats;
    add("permitted-rate", "records/s; infinite: free", PaceStats::permittedRate);
    add("observed-rate", "records/s handed to Kafka lately", PaceStats::observedRate);
    add("paced", "1 while slowed down", s -> s.permittedRate() < Double.POSITIVE_INFINITY ? 1 : 0);
    add("stale", "1 while signals are missing", s -> s.reason() == Pace.Reason.STALE ? 1 : 0);
    add("buffered", "records that wait", s -> s.buffered());
    add("sent-total", "records handed to Kafka", s -> s.sent());
    add("shed-total", "records dropped for want of room", s -> s.shed());
    add("refused-total", "records refused for want of room", s -> s.refused());
    add("blocked-ms-total", "ms that callers waited for room", s -> s.blockedMs());
  }

  private void add(String name, String meaning, ToDoubleFunction<PaceStats> value) {
    Measurable measurable = (config, now) -> value.applyAsDouble(stats.get());
    metrics.addMetric(metrics.metricName(name, GROUP, meaning, tags), measurable);
  }

  Map<MetricName, ? extends Metric> all() {
    return metrics.metrics();
  }

  @Override
  public void close() {
    metrics.close();
  }
}
