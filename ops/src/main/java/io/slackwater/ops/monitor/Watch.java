package io.slackwater.ops.monitor;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.monitor.FlinkSample.Reading;
import io.slackwater.ops.monitor.KafkaSample.Offsets;
import io.slackwater.ops.monitor.OldestUnread.Found;
import io.slackwater.ops.monitor.state.MonitorState;
import io.slackwater.ops.monitor.state.MonitorState.JobFacts;
import io.slackwater.ops.monitor.state.MonitorState.Reach;
import io.slackwater.ops.monitor.state.MonitorState.Subject;
import io.slackwater.ops.monitor.state.MonitorState.TrendPoint;
import io.slackwater.ops.monitor.state.PartitionFacts;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.kafka.common.TopicPartition;

/**
 * Remembers what successive samples said, and makes each new one a state. Asks nobody, so what it
 * makes of given samples is always the same. Not thread-safe.
 */
final class Watch {
  private static final int TREND_POINTS = 720;
  private static final Comparator<TopicPartition> BY_NUMBER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private final Subject subject;
  private final Map<TopicPartition, PartitionTrack> tracks = new TreeMap<>(BY_NUMBER);
  private final Deque<TrendPoint> trend = new ArrayDeque<>();
  @Nullable private Long kafkaMillis;
  @Nullable private Long flinkMillis;
  @Nullable private Long closedEnd;
  private long closedEndMillis;
  private boolean closingSeen;

  Watch(JobConfig config, URI rest, Duration interval) {
    JobConfig.Watermarks watermarks = config.watermarks();
    this.subject =
        new Subject(
            config.job().name(),
            config.events().groupId(),
            config.events().topic(),
            config.customers().topic(),
            config.kafka().bootstrapServers(),
            rest.toString(),
            config.window().size().toMillis(),
            watermarks.outOfOrderness().toMillis(),
            watermarks.idleness() == null ? null : watermarks.idleness().toMillis(),
            watermarks.alignment() == null
                ? null
                : Long.valueOf(watermarks.alignment().maxDrift().toMillis()),
            interval.toMillis());
  }

  /**
   * What was learnt of one moment.
   *
   * @param kafkaError why {@code kafka} is null, in one line
   * @param flinkError why {@code flink} is null, in one line
   */
  record Moment(
      long atMillis,
      @Nullable KafkaSample kafka,
      @Nullable String kafkaError,
      @Nullable FlinkSample flink,
      @Nullable String flinkError,
      Map<TopicPartition, Found> behindReader,
      Map<TopicPartition, Found> behindCommitted) {}

  MonitorState take(Moment moment) {
    KafkaSample kafka = moment.kafka();
    FlinkSample flink = moment.flink();
    kafkaMillis = kafka == null ? kafkaMillis : Long.valueOf(moment.atMillis());
    flinkMillis = flink == null ? flinkMillis : Long.valueOf(moment.atMillis());
    List<PartitionFacts> partitions = partitions(moment);
    JobFacts job = flink == null ? null : job(flink, moment.atMillis());
    addToTrend(moment.atMillis(), partitions, job);
    return new MonitorState(
        moment.atMillis(),
        subject,
        new Reach(kafka != null, moment.kafkaError(), kafkaMillis),
        new Reach(flink != null, moment.flinkError(), flinkMillis),
        job,
        partitions,
        kafka == null ? List.of() : kafka.outputs(),
        flink == null ? null : flink.checkpoints(),
        flink == null ? null : flink.counters(),
        kafka == null ? List.of() : kafka.blind(),
        List.copyOf(trend));
  }

  private List<PartitionFacts> partitions(Moment moment) {
    Map<TopicPartition, Offsets> offsets =
        moment.kafka() == null ? Map.of() : moment.kafka().offsets();
    Map<TopicPartition, Reading> readings =
        moment.flink() == null ? Map.of() : moment.flink().partitions();
    SortedSet<TopicPartition> all = new TreeSet<>(BY_NUMBER);
    all.addAll(offsets.keySet());
    all.addAll(readings.keySet());
    all.addAll(moment.kafka() == null ? tracks.keySet() : List.of());
    List<PartitionFacts> facts = new ArrayList<>();
    for (TopicPartition partition : all) {
      facts.add(
          tracks
              .computeIfAbsent(partition, PartitionTrack::new)
              .take(
                  new PartitionTrack.Sample(
                      moment.atMillis(),
                      offsets.get(partition),
                      moment.kafka() == null
                          ? null
                          : moment.kafka().topics().get(partition.topic()),
                      readings.get(partition),
                      moment.behindReader().get(partition),
                      moment.behindCommitted().get(partition),
                      moment.flink() == null ? 0 : moment.flink().refreshMs())));
    }
    return facts;
  }

  private JobFacts job(FlinkSample flink, long now) {
    Long watermark = flink.windowWatermark();
    long size = subject.windowSizeMs();
    Long end = watermark == null ? null : Math.floorDiv(watermark + 1, size) * size;
    if (!flink.running()) {
      closedEnd = null;
      closingSeen = false;
      closedEndMillis = now;
    } else if (closedEndMillis == 0 || !Objects.equals(end, closedEnd)) {
      closingSeen = closedEnd != null && end != null;
      closedEnd = end;
      closedEndMillis = now;
    }
    return new JobFacts(
        flink.id(),
        flink.status(),
        flink.running(),
        flink.startMillis(),
        watermark,
        end,
        flink.running() ? now - closedEndMillis : null,
        closingSeen,
        flink.refreshMs(),
        flink.vertices());
  }

  private void addToTrend(long now, List<PartitionFacts> partitions, @Nullable JobFacts job) {
    List<Long> lags = known(partitions, p -> p.best().lagRecords());
    trend.addLast(
        new TrendPoint(
            now,
            lags.isEmpty() ? null : Long.valueOf(lags.stream().mapToLong(Long::longValue).sum()),
            known(partitions, p -> p.best().lagMs()).stream()
                .max(Comparator.naturalOrder())
                .orElse(null),
            job == null || job.windowWatermark() == null ? null : now - job.windowWatermark()));
    if (trend.size() > TREND_POINTS) {
      trend.removeFirst();
    }
  }

  private static List<Long> known(
      List<PartitionFacts> partitions, Function<PartitionFacts, Long> what) {
    return partitions.stream().map(what).filter(Objects::nonNull).toList();
  }

  /** The positions that are known, for those who look what lies behind them. */
  static Map<TopicPartition, Long> positions(@Nullable FlinkSample flink) {
    Map<TopicPartition, Long> positions = new HashMap<>();
    if (flink != null) {
      flink
          .partitions()
          .forEach(
              (partition, reading) -> {
                if (reading.position() != null) {
                  positions.put(partition, reading.position());
                }
              });
    }
    return positions;
  }

  /** The same for what the group committed. */
  static Map<TopicPartition, Long> committed(KafkaSample kafka) {
    Map<TopicPartition, Long> positions = new HashMap<>();
    kafka
        .offsets()
        .forEach(
            (partition, offsets) -> {
              if (offsets.committed() != null) {
                positions.put(partition, offsets.committed());
              }
            });
    return positions;
  }
}
