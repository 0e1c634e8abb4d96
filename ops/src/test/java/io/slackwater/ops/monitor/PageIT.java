package io.slackwater.ops.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.slackwater.ops.monitor.page.MonitorServer;
import io.slackwater.ops.monitor.page.StateJson;
import io.slackwater.ops.monitor.state.CounterFacts;
import io.slackwater.ops.monitor.state.CounterFacts.LatenessBucket;
import io.slackwater.ops.monitor.state.Facts;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.MonitorState.OutputFacts;
import io.slackwater.ops.monitor.state.MonitorState.Reach;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import io.slackwater.ops.monitor.state.Verdict;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.annotation.Nullable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the page makes of states that are rare on a live job. */
class PageIT {
  private static final String MARKUP = "<img src=x onerror=alert(1)>";
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.isInstalled(), "chromium is not installed");
    browser = Browser.start();
    browser.size(390, 844, true);
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  /** Opens the page and waits until it says something. */
  private static MonitorServer open(AtomicReference<String> json) throws Exception {
    MonitorServer server =
        MonitorServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), json::get, () -> "");
    browser.open("http://127.0.0.1:%d/".formatted(server.port()));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> browser.evaluate("document.querySelector('footer') !== null").asBoolean());
    return server;
  }

  private static AtomicReference<String> json(MonitorState state) {
    return new AtomicReference<>(StateJson.of(Verdict.of(state), state));
  }

  private static String text(String selector) throws Exception {
    return browser
        .evaluate(
            "Array.from(document.querySelectorAll('%s'), e => e.textContent).join('|')"
                .formatted(selector))
        .asText();
  }

  private static MonitorState state(
      List<PartitionFacts> partitions, List<OutputFacts> outputs, @Nullable CounterFacts counters) {
    MonitorState state =
        Facts.state(Facts.job(), partitions, Facts.checkpoints(Facts.NOW - 4_000), outputs);
    return new MonitorState(
        state.atMillis(),
        state.subject(),
        state.kafka(),
        state.flink(),
        state.job(),
        partitions,
        outputs,
        state.checkpoints(),
        counters,
        List.of("cannot see " + MARKUP),
        List.of());
  }

  @Test
  void namesThatLookLikeMarkupStayText() throws Exception {
    CounterFacts counters =
        new CounterFacts(
            new TreeMap<>(Map.of(MARKUP, 3L)),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null);
    MonitorState state =
        state(
            List.of(Facts.wellRead("events", 0)),
            List.of(new OutputFacts("out", "results", true, 900_000L, MARKUP)),
            counters);
    try (MonitorServer server = open(json(state))) {
      assertThat(text("h1")).contains("(" + MARKUP + ")");
      assertThat(text("#findings li")).contains("cannot see " + MARKUP);
      assertThat(text(".bars span")).isEqualTo(MARKUP + "|3");
      assertThat(browser.evaluate("document.images.length").asInt()).isZero();
      assertThat(server.port()).isPositive();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void boundIsDrawnIntoTheLateness() throws Exception {
    CounterFacts counters =
        new CounterFacts(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(
                new LatenessBucket(1.0, 900),
                new LatenessBucket(5.0, 990),
                new LatenessBucket(60.0, 999),
                new LatenessBucket(null, 1_000)),
            null,
            null,
            null,
            null,
            null,
            null);
    try (MonitorServer server =
        open(json(state(List.of(Facts.wellRead("events", 0)), List.of(), counters)))) {
      assertThat(text(".bound-row")).isEqualTo("bound 5.0 s");
      browser.size(1280, 900, false);
      Awaitility.await()
          .untilAsserted(() -> assertThat(text(".bound-label")).isEqualTo("bound 5.0 s"));
      // The bound is the end of the second of four buckets, each 100 wide.
      assertThat(browser.evaluate("document.querySelector('.bound').getAttribute('x1')").asText())
          .isEqualTo("200");
      assertThat(browser.evaluate("document.querySelectorAll('.beyond').length").asInt())
          .isEqualTo(2);
      browser.size(390, 844, true);
      assertThat(text(".note")).contains("of 1,000 events 1.000 % came later than the bound");
      assertThat(server.port()).isPositive();
    }
  }

  @Test
  void unknownIsCalledUnknown() throws Exception {
    PartitionFacts unknown =
        new PartitionFacts(
            "events",
            0,
            null,
            null,
            null,
            PositionFacts.UNKNOWN,
            PositionFacts.UNKNOWN,
            WatermarkFacts.UNKNOWN,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            List.of());
    Reach none = new Reach(false, "nobody answers", null);
    MonitorState state =
        new MonitorState(
            Facts.NOW,
            Facts.subject(),
            none,
            none,
            null,
            List.of(unknown),
            List.of(),
            null,
            null,
            List.of(),
            List.of());
    try (MonitorServer server = open(json(state))) {
      assertThat(text("h1")).isEqualTo("Nobody answers");
      assertThat(text(".big")).isEqualTo("unknown|unknown|unknown|unknown|unknown|unknown");
      assertThat(text("td"))
          .isEqualTo(
              "events-0|unknown|unknown|unknown|\u2013|unknown|unknown|unknown|unknown|unknown");
      assertThat(text("footer")).contains("(no answer)");
      assertThat(server.port()).isPositive();
    }
  }
}
