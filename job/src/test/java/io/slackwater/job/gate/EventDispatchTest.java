package io.slackwater.job.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.PartialAggregate;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.minutes.LocalCombiner;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Reached;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class EventDispatchTest {
  private static final JobConfig CONFIG =
      JobConfigLoader.parse("job: { name: test }", "test.yaml", List.of(), name -> null);
  private static final CheckpointStorageLocationReference DEFAULT =
      CheckpointStorageLocationReference.getDefault();
  private static final CheckpointOptions UNALIGNED =
      CheckpointOptions.unaligned(CheckpointType.CHECKPOINT, DEFAULT);
  private static final CheckpointOptions ALIGNED =
      CheckpointOptions.alignedNoTimeout(CheckpointType.CHECKPOINT, DEFAULT);

  private static final Combiner.Factory PASSING = network -> new Passing();

  private final List<Reached> reports = new ArrayList<>();

  private static final class Passing implements Combiner {
    @Override
    public boolean take(Decoded.Event event, long windowStart) {
      return false;
    }

    @Override
    public void sendThrough(long watermark) {}

    @Override
    public void sendAll() {}
  }

  /** What is on its way says it is idle; heard after the restore it must not be the last word. */
  @Test
  void idlenessInAnUnalignedCheckpointIsTakenBack() throws Exception {
    OperatorSubtaskState idle = snapshotWhileIdle(UNALIGNED);

    try (var gate = restored(idle)) {
      gate.processElement(new StreamRecord<>(event()));

      assertThat(gate.getOutput()).hasSize(3);
      assertThat(gate.getOutput().poll()).isEqualTo(WatermarkStatus.IDLE);
      assertThat(gate.getOutput().poll()).isEqualTo(WatermarkStatus.ACTIVE);
      assertThat(originalOf(gate.getOutput().poll())).isTrue();
    }
  }

  /** Nothing is on its way in an aligned one, and nothing closed beyond the remembered bound. */
  @Test
  void anAlignedCheckpointForgetsIdleness() throws Exception {
    OperatorSubtaskState idle = snapshotWhileIdle(ALIGNED);

    try (var gate = restored(idle)) {
      gate.processElement(new StreamRecord<>(event()));

      assertThat(gate.getOutput()).hasSize(1);
      assertThat(originalOf(gate.getOutput().poll())).isFalse();
    }
  }

  @Test
  void reportsAtTheBarriersOfAlignedCheckpointsOnly() throws Exception {
    try (var gate = started()) {
      gate.processWatermark(4_000);
      barrier(gate, 1, UNALIGNED);
      barrier(gate, 2, CheckpointOptions.alignedWithTimeout(CheckpointType.CHECKPOINT, DEFAULT, 9));
      barrier(gate, 3, CheckpointOptions.notExactlyOnce(CheckpointType.CHECKPOINT, DEFAULT));
      assertThat(reports).isEmpty();

      barrier(gate, 4, ALIGNED);
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      barrier(gate, 5, ALIGNED);
      gate.processElement(new StreamRecord<>(event()));
      barrier(gate, 6, ALIGNED);
      assertThat(reports)
          .containsExactly(
              new Reached(4, Reached.Standing.WAITED_FOR, 4_000, 4_000),
              new Reached(5, Reached.Standing.AWAY, 4_000, 4_000),
              new Reached(6, Reached.Standing.RETURNED, 4_000, 4_000));
    }
  }

  @Test
  void eventsBeyondTheBoundTravelLightOnceTheirSubtaskIsWaitedForAgain() throws Exception {
    try (var gate = started()) {
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      barrier(gate, 1, ALIGNED);
      assertThat(carries(gate, 1_000_000)).as("has returned").isTrue();

      say(gate, new Ingested.WaitedFor<>(1, 119_999));
      assertThat(carries(gate, 1_000_000)).as("told of the time before").isTrue();

      barrier(gate, 2, ALIGNED);
      say(gate, new Ingested.WaitedFor<>(2, 119_999));
      assertThat(carries(gate, 120_000)).isFalse();
      assertThat(carries(gate, 119_999)).as("may have closed").isTrue();
      gate.processWatermark(179_999);
      assertThat(carries(gate, 120_000)).as("closes now").isTrue();
      barrier(gate, 3, ALIGNED);
      assertThat(reports.get(2))
          .isEqualTo(new Reached(3, Reached.Standing.WAITED_FOR, 179_999, 179_999));
    }
  }

  /** Who is heard as idle where may be any of them, so none is sure that it is waited for. */
  @Test
  void afterAnUnalignedCheckpointAtAnotherParallelismOnlyItsOwnReturnCounts() throws Exception {
    OperatorSubtaskState idle = snapshotWhileIdle(UNALIGNED);
    try (var gate =
        new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG, PASSING), 2, 2, 0)) {
      gate.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(idle, 2, 1, 2, 0));
      gate.open();
      say(gate, new Ingested.ReportTo<>(reports::add));
      gate.processElement(new StreamRecord<>(event()));
      gate.processWatermark(9_000);
      barrier(gate, 1, ALIGNED);
      say(gate, new Ingested.WaitedFor<>(1, 0));
      assertThat(carries(gate, 1_000_000)).isTrue();

      say(gate, new Ingested.Silent<>(0, 1_000));
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      gate.processElement(new StreamRecord<>(event()));
      barrier(gate, 2, ALIGNED);
      assertThat(reports)
          .extracting(Reached::standing)
          .containsExactly(Reached.Standing.AWAY, Reached.Standing.RETURNED);
    }
  }

  @Test
  void whatIsAddedUpGoesBeforeTheWatermarkThatPassesItsWindow() throws Exception {
    try (var gate = combining()) {
      say(gate, event(1_000));
      say(gate, event(2_000));
      say(gate, event(60_000));
      gate.processWatermark(59_998);
      gate.processWatermark(59_999);
      say(gate, event(3_000));

      assertThat(sent(gate))
          .containsExactly("Watermark 59998", "2 from 0", "Watermark 59999", "with original");
    }
  }

  @Test
  void whatIsAddedUpGoesBeforeABarrierAndBeforeTheEnd() throws Exception {
    try (var gate = combining()) {
      say(gate, event(1_000));
      gate.prepareSnapshotPreBarrier(1);
      assertThat(sent(gate)).containsExactly("1 from 0");

      say(gate, event(60_000));
      gate.getOperator().finish();
      assertThat(sent(gate)).containsExactly("1 from 60000");
    }
  }

  /** From then on windows close without asking for this subtask. */
  @Test
  void whatIsAddedUpGoesBeforeTheSubtaskIsIdle() throws Exception {
    try (var gate = combining()) {
      say(gate, event(1_000));
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      assertThat(sent(gate)).as("its partition still speaks").isEmpty();
      say(gate, new Ingested.Silent<>(0, 1_000));
      assertThat(sent(gate)).containsExactly("1 from 0", "WatermarkStatus(IDLE)");

      say(gate, event(2_000));
      assertThat(sent(gate)).containsExactly("WatermarkStatus(ACTIVE)", "with original");
    }
  }

  private static OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput>
      combining() throws Exception {
    var gate =
        new OneInputStreamOperatorTestHarness<>(
            new EventDispatch(CONFIG, LocalCombiner.under(CONFIG)));
    gate.open();
    return gate;
  }

  private static List<String> sent(
      OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> gate) {
    List<String> sent = gate.getOutput().stream().map(EventDispatchTest::text).toList();
    gate.getOutput().clear();
    return sent;
  }

  private static String text(Object element) {
    if (element instanceof Watermark mark) {
      return "Watermark " + mark.getTimestamp();
    }
    if (!(element instanceof StreamRecord<?> record)) {
      return element.toString();
    }
    if (record.getValue() instanceof PartialAggregate partial) {
      return partial.counts()[0] + " from " + partial.windowStart();
    }
    return originalOf(element) ? "with original" : "alone";
  }

  private OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> started()
      throws Exception {
    var gate = new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG, PASSING));
    gate.open();
    say(gate, new Ingested.ReportTo<>(reports::add));
    return gate;
  }

  private static void say(
      OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> gate,
      Ingested<Decoded.Event> word)
      throws Exception {
    gate.processElement(new StreamRecord<>(word));
  }

  private static void barrier(
      OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> gate,
      long checkpoint,
      CheckpointOptions options)
      throws Exception {
    gate.getOperator()
        .snapshotState(checkpoint, 1, options, new MemCheckpointStreamFactory(1 << 16));
  }

  /** Whether the gate gives an event of that time its original to carry. */
  private static boolean carries(
      OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> gate, long time)
      throws Exception {
    gate.getOutput().clear();
    say(gate, event(time));
    return gate.getOutput().stream()
        .filter(StreamRecord.class::isInstance)
        .anyMatch(EventDispatchTest::originalOf);
  }

  private static OperatorSubtaskState snapshotWhileIdle(CheckpointOptions options)
      throws Exception {
    try (var gate = new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG, PASSING))) {
      gate.open();
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      return OperatorSnapshotFinalizer.create(
              gate.getOperator()
                  .snapshotState(1, 1, options, new MemCheckpointStreamFactory(1 << 16)))
          .getJobManagerOwnedState();
    }
  }

  private static OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> restored(
      OperatorSubtaskState state) throws Exception {
    var gate = new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG, PASSING));
    gate.initializeState(state);
    gate.open();
    return gate;
  }

  private static Ingested<Decoded.Event> event() {
    return event(1_000);
  }

  private static Ingested<Decoded.Event> event(long time) {
    byte[] value = "{}".getBytes(StandardCharsets.UTF_8);
    RawRecord original = RawRecord.of(new ConsumerRecord<>("events", 0, 7, null, value));
    Decoded.Event event = new Decoded.Event(Utf8.of("c-1"), time, null, new Measures(1));
    return new Ingested.Accepted<>(event, original, Long.MIN_VALUE, 0, time);
  }

  private static boolean originalOf(Object element) {
    return ((CustomerEvent) ((StreamRecord<?>) element).getValue()).original() != null;
  }
}
