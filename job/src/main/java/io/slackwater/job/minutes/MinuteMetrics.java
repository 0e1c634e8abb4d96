package io.slackwater.job.minutes;

import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** What the operator counts, under the names that dashboards use. */
final class MinuteMetrics {
  private final Counter duplicates;
  private final Counter lateProfiles;
  private final Counter published;
  private final Map<ProfileStatus, Counter> byStatus = new EnumMap<>(ProfileStatus.class);
  private long profiles;

  MinuteMetrics(MetricGroup group, OpenWindows windows, long size, ProcessingTimeService clock) {
    duplicates = group.counter("duplicates");
    lateProfiles = group.counter("lateProfiles");
    published = group.counter("windowsPublished");
    for (ProfileStatus status : ProfileStatus.values()) {
      byStatus.put(status, group.addGroup("status", status.text()).counter("profile"));
    }
    group.gauge("openWindows", (Gauge<Integer>) windows::size);
    group.gauge("openWindowsHeapBytes", (Gauge<Long>) windows::bytes);
    group.gauge("openWindowsHeapLimit", (Gauge<Long>) windows::mostBytes);
    group.gauge("openWindowsSpilledBytes", (Gauge<Long>) windows::spilledBytes);
    group.gauge("openWindowsSpilledPages", (Gauge<Integer>) windows::spilledPages);
    group.gauge("customersLoaded", (Gauge<Long>) () -> profiles);
    group.gauge(
        "oldestOpenWindowAge",
        (Gauge<Long>)
            () -> {
              Long oldest = windows.oldest();
              return oldest == null
                  ? 0
                  : Math.max(0, clock.getCurrentProcessingTime() - oldest - size);
            });
  }

  void duplicates(long number) {
    duplicates.inc(number);
  }

  void profile(boolean late) {
    profiles++;
    if (late) {
      lateProfiles.inc();
    }
  }

  void published(ProfileStatus status) {
    published.inc();
    byStatus.get(status).inc();
  }
}
