package io.slackwater.ops.flink;

import com.sun.net.httpserver.HttpServer;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Iterator;
import org.apache.flink.metrics.prometheus.AbstractPrometheusReporter;

/**
 * Flink's Prometheus reporter with a server of our own. Flink keeps the registry to itself: this is
 * the one place that depends on its name, and should an upgrade change it, the constructor fails.
 */
final class LoopbackPrometheusReporter extends AbstractPrometheusReporter {
  private static final boolean DAEMON = true;
  private static final int BACKLOG = 3;

  private final InetSocketAddress address;
  private final HTTPServer server;

  /**
   * Starts to listen.
   *
   * @param ports tried in their order
   * @param range how the ports were given
   * @throws IllegalStateException in one line, if no port is free
   */
  LoopbackPrometheusReporter(String host, Iterator<Integer> ports, String range) {
    HttpServer listening = listen(host, ports, range);
    this.address = listening.getAddress();
    try {
      this.server = new HTTPServer(listening, registry(), DAEMON);
    } catch (IOException e) {
      throw new IllegalStateException("no metrics for Prometheus: " + e.getMessage(), e);
    }
    log.info("Prometheus finds the metrics at http://{}:{}/metrics", host, address.getPort());
  }

  private static HttpServer listen(String host, Iterator<Integer> ports, String range) {
    IOException refused = null;
    while (ports.hasNext()) {
      try {
        return HttpServer.create(new InetSocketAddress(host, ports.next()), BACKLOG);
      } catch (IOException e) {
        refused = e;
      }
    }
    throw new IllegalStateException(
        "no metrics for Prometheus: %s has no free port of %s (metrics.reporter.*.host and port)"
            .formatted(host, range),
        refused);
  }

  private CollectorRegistry registry() {
    try {
      Field registry = AbstractPrometheusReporter.class.getDeclaredField("registry");
      registry.setAccessible(true);
      return (CollectorRegistry) registry.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this version of flink-metrics-prometheus keeps its registry elsewhere: use the version"
              + " that the build names",
          e);
    }
  }

  InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    server.stop();
    super.close();
  }
}
