package io.slackwater.ops.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.testkit.embedded.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Properties;
import java.util.ServiceLoader;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.junit.jupiter.api.Test;

/** What an operator's browser, and nobody else's, gets to see. */
class LoopbackPrometheusReporterTest {

  @Test
  void listensOnLoopbackOnly() throws Exception {
    LoopbackPrometheusReporter reporter = reporter("port", "0");
    try {
      reporter.open(new MetricConfig());
      assertThat(reporter.address().getAddress().isLoopbackAddress()).isTrue();
      URI metrics =
          URI.create("http://127.0.0.1:%d/metrics".formatted(reporter.address().getPort()));
      var answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.discarding());
      assertThat(answer.statusCode()).isEqualTo(200);
    } finally {
      reporter.close();
    }
  }

  @Test
  void takesTheNextPortOfTheRangeWhenOneIsTaken() throws Exception {
    int first = FreePort.find();
    try (ServerSocket taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      LoopbackPrometheusReporter reporter = reporter("port", first + "-" + (first + 20));
      try {
        assertThat(reporter.address().getPort()).isGreaterThan(first);
      } finally {
        reporter.close();
      }

      assertThatThrownBy(() -> reporter("port", Integer.toString(first)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "no metrics for Prometheus: 127.0.0.1 has no free port of %d (metrics.reporter.*.host and port)"
                  .formatted(first));
    }
  }

  @Test
  void refusesWhatIsNoPort() {
    assertThatThrownBy(() -> reporter("port", "some"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metrics.reporter.*.port is some");
  }

  @Test
  void flinkFindsItByItsName() {
    assertThat(ServiceLoader.load(MetricReporterFactory.class))
        .anyMatch(LoopbackPrometheusReporterFactory.class::isInstance);
  }

  private static LoopbackPrometheusReporter reporter(String key, String value) {
    Properties properties = new Properties();
    properties.setProperty(key, value);
    return (LoopbackPrometheusReporter)
        new LoopbackPrometheusReporterFactory().createMetricReporter(properties);
  }
}
