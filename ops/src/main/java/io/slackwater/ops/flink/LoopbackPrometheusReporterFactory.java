package io.slackwater.ops.flink;

import java.util.Iterator;
import java.util.Properties;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.flink.util.NetUtils;

/**
 * Flink's Prometheus reporter on one address, where Flink's own always listens on all of them, and
 * asks no password. For Flink processes that have this class on their class path:
 *
 * <pre>
 * metrics.reporter.prom.factory.class: io.slackwater.ops.flink.LoopbackPrometheusReporterFactory
 * metrics.reporter.prom.port: 9260-9279   # the first free one; 0 is any free one
 * metrics.reporter.prom.host: 127.0.0.1   # the default
 * </pre>
 */
public final class LoopbackPrometheusReporterFactory implements MetricReporterFactory {
  private static final String ANY_LOOPBACK = "127.0.0.1";
  private static final String DEFAULT_PORTS = "9260-9279";

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    String ports = properties.getProperty("port", DEFAULT_PORTS);
    Iterator<Integer> range;
    try {
      range = NetUtils.getPortRangeFromString(ports);
    } catch (NumberFormatException | IllegalConfigurationException e) {
      throw new IllegalArgumentException(
          "metrics.reporter.*.port is %s: give a port, or a range such as %s"
              .formatted(ports, DEFAULT_PORTS),
          e);
    }
    return new LoopbackPrometheusReporter(
        properties.getProperty("host", ANY_LOOPBACK), range, ports);
  }
}
