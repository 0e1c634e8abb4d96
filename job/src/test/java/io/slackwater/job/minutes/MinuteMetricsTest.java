package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.simulation.Setting;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.junit.jupiter.api.Test;

/** The names and meanings that dashboards rely on. */
class MinuteMetricsTest {
  private static final long ROOM_FOR_ONE = 1_200;

  @Test
  void everyNumberHasItsName() throws Exception {
    JobConfig config = Setting.MINUTES.job();
    OpenWindows windows = new StoredPages(config, 1).openWindows(ROOM_FOR_ONE);
    TestProcessingTimeService clock = new TestProcessingTimeService();
    Recorded recorded = new Recorded("", new TreeMap<>());
    MinuteMetrics metrics = new MinuteMetrics(recorded, windows, 60_000, clock);

    clock.setCurrentTime(200_000);
    windows.add(60_000, 0, new Decoded.Event(Utf8.of("c"), 70_000, Utf8.of("e"), new Measures(1)));
    windows.add(
        120_000, 0, new Decoded.Event(Utf8.of("c"), 120_000, Utf8.of("f"), new Measures(1)));
    metrics.duplicates(1);
    metrics.profile(false);
    metrics.profile(true);
    metrics.published(ProfileStatus.EXPIRED);
    metrics.published(ProfileStatus.EXPIRED);

    assertThat(recorded.values())
        .containsOnly(
            entry("duplicates", 1L),
            entry("lateProfiles", 1L),
            entry("windowsPublished", 2L),
            entry("status.matched.profile", 0L),
            entry("status.missing.profile", 0L),
            entry("status.expired.profile", 2L),
            entry("status.deleted.profile", 0L),
            entry("openWindows", 2),
            entry("openWindowsHeapBytes", windows.bytes()),
            entry("openWindowsHeapLimit", ROOM_FOR_ONE),
            entry("openWindowsSpilledBytes", 11L),
            entry("openWindowsSpilledPages", 1),
            entry("customersLoaded", 2L),
            entry("oldestOpenWindowAge", 80_000L));
    assertThat(windows.bytes()).isBetween(ROOM_FOR_ONE / 2, ROOM_FOR_ONE);
  }

  @Test
  void withoutOpenWindowsNoneIsOld() throws Exception {
    JobConfig config = Setting.MINUTES.job();
    OpenWindows windows = new StoredPages(config, 1).openWindows(ROOM_FOR_ONE);
    TestProcessingTimeService clock = new TestProcessingTimeService();
    clock.setCurrentTime(200_000);
    Recorded recorded = new Recorded("", new TreeMap<>());
    var unused = new MinuteMetrics(recorded, windows, 60_000, clock);
    assertThat(recorded.values()).containsEntry("oldestOpenWindowAge", 0L);
  }

  /** Remembers what is registered, under its full name. */
  private static final class Recorded extends UnregisteredMetricsGroup {
    private final String prefix;
    private final Map<String, Object> metrics;

    Recorded(String prefix, Map<String, Object> metrics) {
      this.prefix = prefix;
      this.metrics = metrics;
    }

    @Override
    public Counter counter(String name) {
      Counter counter = new SimpleCounter();
      metrics.put(prefix + name, counter);
      return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      metrics.put(prefix + name, gauge);
      return gauge;
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
      return new Recorded(prefix + key + "." + value + ".", metrics);
    }

    Map<String, Object> values() {
      Map<String, Object> values = new TreeMap<>();
      metrics.forEach(
          (name, metric) ->
              values.put(
                  name,
                  metric instanceof Counter counter
                      ? (Object) counter.getCount()
                      : ((Gauge<?>) metric).getValue()));
      return values;
    }
  }
}
