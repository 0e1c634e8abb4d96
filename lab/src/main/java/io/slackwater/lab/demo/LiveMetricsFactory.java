package io.slackwater.lab.demo;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Hands Flink a reporter that was made before. Flink makes the factory itself and passes nothing
 * but strings, so the reporter waits here under a name.
 */
public final class LiveMetricsFactory implements MetricReporterFactory {
  static final String NAME = "name";
  private static final Map<String, LiveMetrics> WAITING = new ConcurrentHashMap<>();

  static void offer(String name, LiveMetrics metrics) {
    WAITING.put(name, metrics);
  }

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    String name = properties.getProperty(NAME);
    LiveMetrics metrics = WAITING.remove(name);
    if (metrics == null) {
      throw new IllegalStateException("no metrics were offered under the name " + name);
    }
    return metrics;
  }
}
