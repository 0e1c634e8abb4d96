package io.slackwater.ops.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.monitor.page.MonitorServer;
import io.slackwater.ops.monitor.page.StateJson;
import io.slackwater.ops.monitor.page.StateMetrics;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.Verdict;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * One partition of each kind, under a real job: the endpoint has to name the right one and the
 * right cause, and go on doing so when that changes.
 */
class WatermarkHolderIT {
  private static final int BACK_PRESSURED = 0;
  private static final int DELAYED = 1;
  private static final int STOPPED = 2;
  private static final int PROMPT = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicReference<Instant> delayed = new AtomicReference<>();

  @Test
  void endpointNamesThePartitionAndTheCause() throws Exception {
    ScheduledExecutorService traffic = Executors.newSingleThreadScheduledExecutor();
    StateMetrics metrics = new StateMetrics();
    AtomicReference<Verdict> last = new AtomicReference<>();
    AtomicReference<String> json = new AtomicReference<>("null");
    try (WatchedJob job =
            WatchedJob.start(
                4,
                "watermarks.idleness=3s",
                "watermarks.alignment.max-drift=20s",
                "watermarks.alignment.interval=200ms",
                "window.size=10s");
        Monitor monitor =
            new Monitor(job.config(), job.rest(), Duration.ofSeconds(1), InstantSource.system());
        MonitorServer server =
            MonitorServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                json::get,
                metrics::scrape)) {
      Instant start = Instant.now();
      job.throttleOutputs(4_000.0);
      job.event(STOPPED, start.minusSeconds(110));
      job.event(BACK_PRESSURED, start.minusSeconds(110));
      for (int i = 0; i < 400; i++) {
        job.event(BACK_PRESSURED, start.minusSeconds(600), 4_000);
      }
      delayed.set(start.minusSeconds(120));
      var unused = traffic.scheduleAtFixedRate(() -> go(job), 0, 100, TimeUnit.MILLISECONDS);

      await(
          monitor,
          metrics,
          json,
          last,
          server,
          holder(BACK_PRESSURED, "back-pressured", 0),
          holder(DELAYED, "behind", 1),
          holder(STOPPED, "idle", 0),
          holder(PROMPT, "paused", 0));
      assertThat(last.get().findings())
          .anySatisfy(
              finding ->
                  assertThat(finding.text())
                      .matches("windows .*: events-1 is .* behind and not idle"));

      delayed.set(start.plusSeconds(3600 / 2));
      await(
          monitor,
          metrics,
          json,
          last,
          server,
          holder(BACK_PRESSURED, "back-pressured", 1),
          holder(DELAYED, "paused", 0));
      assertThat(last.get().headline()).contains("events-0 is not read fast enough");

      traffic.shutdownNow();
      traffic.awaitTermination(10, TimeUnit.SECONDS);
      job.throttleOutputs(null);
      Instant end = start.plusSeconds(3600 / 2 + 1);
      for (int partition = 0; partition < 4; partition++) {
        job.event(partition, end);
      }
      job.flush();
      await(
          monitor,
          metrics,
          json,
          last,
          server,
          holder(STOPPED, "idle", 0),
          holder(PROMPT, "idle", 0));
    } finally {
      traffic.shutdownNow();
    }
  }

  private void go(WatchedJob job) {
    job.event(PROMPT, Instant.now());
    job.event(DELAYED, delayed.updateAndGet(time -> time.plusMillis(1)));
  }

  private static String holder(int partition, String cause, int value) {
    return "slackwater_watermark_holder{cause=\"%s\",partition=\"%d\",topic=\"events\"} %d.0"
        .formatted(cause, partition, value);
  }

  private static void await(
      Monitor monitor,
      StateMetrics metrics,
      AtomicReference<String> json,
      AtomicReference<Verdict> last,
      MonitorServer server,
      String... lines) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              MonitorState state = monitor.sample();
              Verdict verdict = Verdict.of(state);
              last.set(verdict);
              json.set(StateJson.of(verdict, state));
              metrics.show(state, verdict, monitor.kafkaErrors(), monitor.flinkErrors());
              assertThat(scrape(server)).as(json.get()).contains(lines);
            });
  }

  private static List<String> scrape(MonitorServer server) throws Exception {
    URI uri = URI.create("http://127.0.0.1:%d/metrics".formatted(server.port()));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body()
        .lines()
        .toList();
  }
}
