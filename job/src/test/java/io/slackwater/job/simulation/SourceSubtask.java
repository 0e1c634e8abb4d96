package io.slackwater.job.simulation;

import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.gate.Outlets;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Judge;
import io.slackwater.job.source.Reached;
import io.slackwater.job.source.SimulatedSilence;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.source.ProgressiveTimestampsAndWatermarks;
import org.apache.flink.streaming.api.operators.source.TimestampsAndWatermarks;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.clock.ManualClock;
import org.apache.kafka.common.TopicPartition;

/**
 * One subtask of a source with the operator that is chained to it. Reading is ours (Kafka is not
 * here); judging, watermarks per partition, their merging and the operator are the real ones.
 */
final class SourceSubtask<T, OUT> {
  private static final int MAX_STATE_BYTES = 1 << 20;

  private final Topic<T, OUT> topic;
  private final Judge<T> judge;
  private final TimestampsAndWatermarks<Ingested<T>> watermarks;
  private final ReaderOutput<Ingested<T>> main;
  private final OneInputStreamOperatorTestHarness<Ingested<T>, OUT> operator;
  @Nullable private final SimulatedSilence silence;
  private final Network network;
  private final int maxParallelism;
  private final Map<TopicPartition, Reading> readings = new LinkedHashMap<>();
  private final Published published = new Published();
  private final List<Reached> reports = new ArrayList<>();
  private int originals;
  private final DataOutputSerializer bytes = new DataOutputSerializer(256);

  /** A partition while it is read. */
  private final class Reading {
    private final PartitionLog log;
    private final SourceOutput<Ingested<T>> output;
    private int position;
    private long newest;
    private boolean spoken;

    Reading(Split split) {
      log = split.log();
      position = split.position();
      newest = split.newest();
      output = main.createOutputForSplit(log.partition().toString());
      output.collect(new Ingested.Position<>(log.partition(), false, newest));
    }

    boolean canRead() {
      return !spoken || position < log.records().size();
    }

    void read() {
      if (!spoken) {
        spoken = true;
        output.collect(
            new Ingested.Position<>(log.partition(), position >= log.loadUntil(), newest));
        return;
      }
      Ingested<T> said = judge.judge(log.records().get(position), newest);
      output.collect(said);
      newest = Math.max(newest, said.newest());
      position++;
      if (position == log.loadUntil()) {
        output.collect(new Ingested.Position<>(log.partition(), true, newest));
      }
    }
  }

  SourceSubtask(
      Topic<T, OUT> topic,
      int maxParallelism,
      int parallelism,
      int index,
      @Nullable OperatorSubtaskState state,
      Network network,
      ManualClock clock)
      throws Exception {
    this.topic = topic;
    this.judge = topic.judges().create();
    this.network = network;
    this.maxParallelism = maxParallelism;
    operator =
        new OneInputStreamOperatorTestHarness<>(
            topic.dispatch().get(), maxParallelism, parallelism, index);
    operator.setOutputCreator(serializer -> new Outgoing());
    operator.setup(topic.wire());
    if (state != null) {
      operator.initializeState(state);
    }
    operator.open();
    watermarks =
        new ProgressiveTimestampsAndWatermarks<>(
            (said, timestamp) -> timestamp,
            topic.watermarks(),
            new TimestampsAndWatermarks.TimestampsAndWatermarksContextProvider(
                new UnregisteredMetricsGroup()),
            new TestProcessingTimeService(),
            Duration.ZERO,
            clock,
            clock,
            UnregisteredMetricGroups.createUnregisteredTaskMetricGroup().getIOMetricGroup());
    silence = topic.idleness() == null ? null : new SimulatedSilence(topic.idleness(), clock);
    main = watermarks.createMainOutput(new Incoming(), new Unobserved());
    main.collect(new Ingested.ReportTo<>(reports::add));
  }

  void assign(Split split) {
    main.collect(new Ingested.Assigned<>());
    readings.put(split.log().partition(), new Reading(split));
  }

  List<TopicPartition> readable() {
    return readings.values().stream()
        .filter(Reading::canRead)
        .map(reading -> reading.log.partition())
        .toList();
  }

  boolean has(TopicPartition partition) {
    return readings.containsKey(partition);
  }

  /** Reads one record; the first time it says where it stands instead, as the real one does. */
  void read(TopicPartition partition) {
    readings.get(partition).read();
  }

  void emitWatermarks() {
    watermarks.emitImmediateWatermark(0);
  }

  /** The reader's question about silence, if it is time for one. */
  void askAboutSilence(boolean brokerAnswers) {
    if (silence == null) {
      return;
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    Map<TopicPartition, Long> ends = new HashMap<>();
    readings.forEach(
        (partition, reading) -> {
          if (reading.spoken) {
            positions.put(partition, (long) reading.position);
            ends.put(partition, (long) reading.log.records().size());
          }
        });
    silence
        .<T>ask(positions, brokerAnswers ? ends : null, partition -> readings.get(partition).newest)
        .forEach((partition, word) -> readings.get(partition).output.collect(word));
  }

  /** The bounded log is over: no event time is still to come. */
  void end() throws Exception {
    operator.processWatermarkStatus(WatermarkStatus.ACTIVE);
    operator.processWatermark(new Watermark(Long.MAX_VALUE - 1));
  }

  List<Split> splits() {
    List<Split> splits = new ArrayList<>();
    readings.values().forEach(r -> splits.add(new Split(r.log, r.position, r.newest)));
    return splits;
  }

  OperatorSubtaskState snapshot(long checkpoint, boolean unaligned) throws Exception {
    operator.prepareSnapshotPreBarrier(checkpoint);
    CheckpointStorageLocationReference location = CheckpointStorageLocationReference.getDefault();
    OperatorSnapshotFutures parts =
        operator
            .getOperator()
            .snapshotState(
                checkpoint,
                checkpoint,
                unaligned
                    ? CheckpointOptions.unaligned(CheckpointType.CHECKPOINT, location)
                    : CheckpointOptions.alignedNoTimeout(CheckpointType.CHECKPOINT, location),
                new MemCheckpointStreamFactory(MAX_STATE_BYTES));
    return OperatorSnapshotFinalizer.create(parts).getJobManagerOwnedState();
  }

  /** What it has reported at its barriers since the last time. */
  List<Reached> takeReports() {
    List<Reached> taken = List.copyOf(reports);
    reports.clear();
    return taken;
  }

  /** The coordinator's word arrives. */
  void hear(Ingested.WaitedFor<?> word) {
    main.collect(new Ingested.WaitedFor<>(word.checkpoint(), word.closedBound()));
  }

  /** How many events it has sent with their original records. */
  int originals() {
    return originals;
  }

  Published published() {
    return published;
  }

  void close() throws Exception {
    operator.close();
  }

  /** Over the network everything goes as bytes. */
  private OUT sent(OUT value) {
    try {
      bytes.clear();
      topic.wire().serialize(value, bytes);
      return topic.wire().deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Incoming extends Outlet.Inlet<Ingested<T>> {
    @Override
    public void emitRecord(StreamRecord<Ingested<T>> said) throws Exception {
      operator.processElement(said);
    }

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      operator.processWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      operator.processWatermarkStatus(status);
    }
  }

  private final class Outgoing extends Outlet<OUT> {
    @Override
    public void collect(StreamRecord<OUT> element) {
      OUT value = sent(element.getValue());
      if (value instanceof CustomerEvent event && event.original() != null) {
        originals++;
      }
      int group =
          KeyGroupRangeAssignment.assignToKeyGroup(topic.key().apply(value), maxParallelism);
      network.toKeyGroup(group, new StreamRecord<>(value, element.getTimestamp()));
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> element) {
      SetAside aside = (SetAside) element.getValue();
      (tag.equals(Outlets.LATE) ? published.late : published.dead).add(aside);
    }

    @Override
    public void emitWatermark(Watermark mark) {
      network.toAll(mark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      network.toAll(status);
    }
  }

  /** Alignment and metrics listen here in the real source. */
  private static final class Unobserved implements TimestampsAndWatermarks.WatermarkUpdateListener {
    @Override
    public void updateIdle(boolean isIdle) {}

    @Override
    public void updateCurrentEffectiveWatermark(long watermark) {}

    @Override
    public void updateCurrentSplitWatermark(String splitId, long watermark) {}

    @Override
    public void updateCurrentSplitIdle(String splitId, boolean idle) {}

    @Override
    public void splitFinished(String splitId) {}
  }
}
