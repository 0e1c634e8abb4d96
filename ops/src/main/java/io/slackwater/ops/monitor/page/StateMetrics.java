package io.slackwater.ops.monitor.page;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.slackwater.ops.monitor.state.Diagnosis;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.PartitionFacts;
import io.slackwater.ops.monitor.state.PartitionFacts.PositionFacts;
import io.slackwater.ops.monitor.state.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;

/**
 * The state as Prometheus metrics. What is unknown has no series: a zero would be a lie that alerts
 * believe. A scrape sees one whole state, never half of two. Thread-safe.
 */
public final class StateMetrics {
  private static final String PARTITION = "slackwater.partition.";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, MultiGauge> gauges = new HashMap<>();
  private final Map<Tags, Counter> gaps = new HashMap<>();
  private final Counter kafkaErrors = errors("kafka");
  private final Counter flinkErrors = errors("flink");

  private Counter errors(String target) {
    return Counter.builder("slackwater.scrape.errors")
        .description("Samples for which the target could not be asked.")
        .tag("target", target)
        .register(registry);
  }

  /**
   * Replaces the state.
   *
   * @param kafkaFailures how often the brokers could not be asked, in all
   * @param flinkFailures the same for Flink
   */
  public synchronized void show(
      MonitorState state, Verdict verdict, long kafkaFailures, long flinkFailures) {
    String group = state.subject().group();
    offsets(state.partitions());
    positions(state.partitions(), group);
    state.partitions().forEach(partition -> gap(partition, group));
    watermarks(state, verdict);
    show(
        "slackwater.oldest.open.transaction.age.seconds",
        "Age of the oldest open transaction in a topic that the job writes; 0 where none is open.",
        rows(
            state.outputs(),
            output -> Tags.of("topic", output.topic()),
            output -> seconds(output.openTransactionMs())));
    show(
        "slackwater.job.up",
        "1 while Flink says that the job runs.",
        state.job() == null
            ? List.of()
            : List.of(
                Row.of(Tags.of("job", state.subject().job()), state.job().running() ? 1 : 0)));
    kafkaErrors.increment(kafkaFailures - kafkaErrors.count());
    flinkErrors.increment(flinkFailures - flinkErrors.count());
  }

  /** In Prometheus' text format. */
  public synchronized String scrape() {
    return registry.scrape();
  }

  private void offsets(List<PartitionFacts> partitions) {
    show(
        PARTITION + "end.offset",
        "The offset behind the last record.",
        rows(partitions, StateMetrics::tags, p -> number(p.endOffset())));
    show(
        PARTITION + "start.offset",
        "The offset of the first record that has not been deleted.",
        rows(partitions, StateMetrics::tags, p -> number(p.startOffset())));
  }

  private void positions(List<PartitionFacts> partitions, String group) {
    position(
        "lag.records",
        "Records between the position and the end.",
        partitions,
        group,
        position -> number(position.lagRecords()));
    position(
        "lag.seconds",
        "Age of the oldest unread record; 0 where none is unread.",
        partitions,
        group,
        position -> seconds(position.lagMs()));
    position(
        "lag.growth.per.second",
        "Records per second by which the lag has been growing over two minutes.",
        partitions,
        group,
        PositionFacts::growthPerSecond);
    position(
        "retention.headroom.seconds",
        "Time until the oldest unread record may be deleted.",
        partitions,
        group,
        position -> seconds(position.headroomMs()));
  }

  private void position(
      String name,
      String description,
      List<PartitionFacts> partitions,
      String group,
      Function<PositionFacts, Double> value) {
    List<Row<?>> rows = new ArrayList<>();
    rows.addAll(
        rows(
            partitions,
            p -> tags(p).and("group", group, "position", "reader"),
            p -> value.apply(p.reader())));
    rows.addAll(
        rows(
            partitions,
            p -> tags(p).and("group", group, "position", "committed"),
            p -> value.apply(p.committed())));
    show(PARTITION + name, description, rows);
  }

  private void gap(PartitionFacts partition, String group) {
    if (partition.gapRecords() == null) {
      return;
    }
    Counter counter =
        gaps.computeIfAbsent(
            tags(partition).and("group", group),
            tags ->
                Counter.builder(PARTITION + "gap.records")
                    .description("Offsets that were deleted before they were read.")
                    .tags(tags)
                    .register(registry));
    counter.increment(partition.gapRecords() - counter.count());
  }

  private void watermarks(MonitorState state, Verdict verdict) {
    show(
        PARTITION + "watermark.lag.seconds",
        "How far a partition's own watermark is behind the clock.",
        rows(
            state.partitions(),
            StateMetrics::tags,
            p ->
                p.watermark().millis() == null
                    ? null
                    : Double.valueOf((state.atMillis() - p.watermark().millis()) / 1000.0)));
    List<Row<?>> holders = new ArrayList<>();
    for (Diagnosis diagnosis : verdict.partitions()) {
      Tags tags =
          Tags.of(
              "topic",
              diagnosis.topic(),
              "partition",
              Integer.toString(diagnosis.partition()),
              "cause",
              diagnosis.cause().text());
      holders.add(Row.of(tags, diagnosis.holder() ? 1 : 0));
    }
    show(
        "slackwater.watermark.holder",
        "1 for the partition whose watermark is that of the windows, 0 for the others; what holds"
            + " it as a label.",
        holders);
  }

  private static Tags tags(PartitionFacts partition) {
    return Tags.of(
        "topic", partition.topic(), "partition", Integer.toString(partition.partition()));
  }

  private static <T> List<Row<?>> rows(
      List<T> all, Function<T, Tags> tags, Function<T, Double> value) {
    List<Row<?>> rows = new ArrayList<>();
    for (T one : all) {
      Double known = value.apply(one);
      if (known != null) {
        rows.add(Row.of(tags.apply(one), known));
      }
    }
    return rows;
  }

  private void show(String name, String description, List<Row<?>> rows) {
    gauges
        .computeIfAbsent(
            name, n -> MultiGauge.builder(n).description(description).register(registry))
        .register(rows, true);
  }

  @Nullable
  private static Double seconds(@Nullable Long ms) {
    return ms == null ? null : Double.valueOf(ms / 1000.0);
  }

  @Nullable
  private static Double number(@Nullable Long value) {
    return value == null ? null : Double.valueOf(value);
  }
}
