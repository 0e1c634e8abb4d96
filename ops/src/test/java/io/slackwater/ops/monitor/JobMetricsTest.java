package io.slackwater.ops.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.ops.monitor.FlinkSample.Reading;
import io.slackwater.ops.monitor.FlinkSample.Spent;
import io.slackwater.ops.monitor.TaskMetrics.Value;
import io.slackwater.ops.monitor.state.CounterFacts;
import io.slackwater.ops.monitor.state.CounterFacts.LatenessBucket;
import io.slackwater.ops.monitor.state.PartitionFacts.WatermarkFacts;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Metrics as Flink spells them: dots in a topic's name become underscores. */
class JobMetricsTest {
  private final JobConfig config =
      JobConfigLoader.parse(
          "{}",
          "test",
          List.of("events.topic=eu.events", "customers.topic=eu_events"),
          Map.<String, String>of()::get);
  private final JobMetrics metrics = new JobMetrics(config);

  private static Value value(int subtask, String name, String text) {
    return new Value(subtask, name, text, Double.parseDouble(text));
  }

  @Test
  void aPartitionIsReadByOneSubtask() {
    String reader = "Source__Events.KafkaSourceReader.topic.eu_events.partition.7.";
    String split = "Source__Events.split.eu_events-7.watermark.";
    metrics.add(
        List.of(
            value(1, reader + "currentOffset", "41"),
            value(1, reader + "committedOffset", "30"),
            value(1, split + "currentWatermark", "1780000000000"),
            value(1, split + "accumulatedPausedTimeMs", "5000"),
            value(1, split + "pausedTimeMsPerSecond", "80"),
            value(0, "accumulateBackPressuredTimeMs", "1"),
            value(1, "accumulateBackPressuredTimeMs", "2"),
            value(1, "backPressuredTimeMsPerSecond", "900"),
            value(
                0,
                "Source__Events.KafkaSourceReader.topic.eu_events.partition.6.currentOffset",
                "-1")));
    assertThat(metrics.partitions())
        .isEqualTo(
            Map.of(
                new TopicPartition("eu.events", 7),
                new Reading(
                    42L,
                    new WatermarkFacts(true, 1_780_000_000_000L, false),
                    null,
                    new Spent(5_000.0, 80.0),
                    Spent.UNKNOWN,
                    new Spent(2.0, 900.0)),
                new TopicPartition("eu.events", 6),
                new Reading(
                    null,
                    WatermarkFacts.UNKNOWN,
                    null,
                    Spent.UNKNOWN,
                    Spent.UNKNOWN,
                    new Spent(1.0, null))));
  }

  @Test
  void jobsOwnWordForWatermarkAndIdlenessCounts() {
    String ours = "Source__Events.topic.eu_events.partition.0.";
    metrics.add(
        List.of(
            value(0, "Source__Events.split.eu_events-0.watermark.currentWatermark", "5"),
            value(0, ours + "watermark", "7"),
            value(0, ours + "idle", "1")));
    Reading reading = metrics.partitions().get(new TopicPartition("eu.events", 0));
    assertThat(reading.watermark()).isEqualTo(new WatermarkFacts(true, 7L, false));
    assertThat(reading.idle()).isTrue();
  }

  @Test
  void partitionThatIsBeingLoadedIsNoPartitionWithoutWatermark() {
    metrics.add(
        List.of(
            value(
                0,
                "Source__Customers.split.eu_events-0.watermark.currentWatermark",
                "-9223372036854775807"),
            value(
                0,
                "Source__Customers.split.eu_events-1.watermark.currentWatermark",
                "-9223372036854775808")));
    assertThat(metrics.partitions().get(new TopicPartition("eu_events", 0)).watermark())
        .isEqualTo(new WatermarkFacts(true, null, true));
    assertThat(metrics.partitions().get(new TopicPartition("eu_events", 1)).watermark())
        .isEqualTo(new WatermarkFacts(true, null, false));
  }

  @Test
  void windowsAreAsFarAsTheSlowestSubtask() {
    String name = "Customer_minutes.currentOutputWatermark";
    metrics.add(List.of(value(0, name, "90"), value(1, name, "70"), value(2, name, "80")));
    assertThat(metrics.windowWatermark()).isEqualTo(70);
    metrics.add(List.of(value(3, name, "-9223372036854775808")));
    assertThat(metrics.windowWatermark()).isNull();
  }

  @Test
  void countersAddUpOverSubtasksAndPartitions() {
    metrics.add(
        List.of(
            value(0, "Lateness_gate.cause.late.late", "2"),
            value(1, "Lateness_gate.cause.late.late", "3"),
            value(1, "Customer_minutes.cause.idle-partition.late", "1"),
            value(0, "Profile_gate.reason.malformed-json.deadLetters", "4"),
            value(0, "Customer_minutes.status.matched.profile", "9"),
            value(0, "Customer_minutes.duplicates", "5"),
            value(0, "Customer_minutes.oldestOpenWindowAge", "50"),
            value(1, "Customer_minutes.oldestOpenWindowAge", "70"),
            value(0, "Source__Events.topic.eu_events.partition.0.le.0_5.lateness", "10"),
            value(1, "Source__Events.topic.eu_events.partition.1.le.0_5.lateness", "11"),
            value(1, "Source__Events.topic.eu_events.partition.1.le.+Inf.lateness", "12"),
            value(1, "Source__Customers.topic.eu_events.partition.1.le.0_5.lateness", "99")));
    CounterFacts counters = metrics.counters();
    assertThat(counters.late()).isEqualTo(Map.of("late", 5L, "idle-partition", 1L));
    assertThat(counters.deadLetters()).isEqualTo(Map.of("malformed-json", 4L));
    assertThat(counters.profiles()).isEqualTo(Map.of("matched", 9L));
    assertThat(counters.duplicates()).isEqualTo(5);
    assertThat(counters.oldestOpenWindowMs()).isEqualTo(70);
    assertThat(counters.lateness())
        .containsExactly(new LatenessBucket(0.5, 21), new LatenessBucket(null, 12));
  }

  @Test
  void whatIsOfNoUseIsNotAskedFor() {
    assertThat(metrics.wants("Source__Events.KafkaSourceReader.KafkaConsumer.fetch-rate"))
        .isFalse();
    assertThat(metrics.wants("Source__Events.numRecordsIn")).isFalse();
    assertThat(metrics.wants("idleTimeMsPerSecond")).isFalse();
    assertThat(metrics.wants("busyTimeMsPerSecond")).isTrue();
  }
}
