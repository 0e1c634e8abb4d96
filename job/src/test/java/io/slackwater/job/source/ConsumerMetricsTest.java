package io.slackwater.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ConsumerMetricsTest {
  private static final TopicPartition PARTITION = new TopicPartition("events", 3);

  private final Gauges gauges = new Gauges();
  private final MarkingSplitReader.ConsumerMetrics metrics =
      new MarkingSplitReader.ConsumerMetrics(InternalSourceReaderMetricGroup.mock(gauges));

  @Test
  void currentOffsetIsOfTheLastRecordThatWasDecidedNotOfTheLastDecoded() {
    metrics.registerTopicPartition(PARTITION);
    metrics.recordCurrentOffset(PARTITION, 7);
    assertThat(gauges.value("currentOffset")).isEqualTo(-1L);

    metrics.emitted(PARTITION, 5);
    assertThat(gauges.value("currentOffset")).isEqualTo(5L);
  }

  /** Of all groups below it, too. */
  private static final class Gauges extends UnregisteredMetricsGroup {
    private final Map<String, Gauge<?>> gauges = new HashMap<>();

    Object value(String name) {
      return gauges.get(name).getValue();
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      gauges.put(name, gauge);
      return gauge;
    }

    @Override
    public MetricGroup addGroup(String name) {
      return this;
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
      return this;
    }
  }
}
