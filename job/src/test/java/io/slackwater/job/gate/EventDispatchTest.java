package io.slackwater.job.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.CustomerEvent;
import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.source.Ingested;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
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

  private static OperatorSubtaskState snapshotWhileIdle(CheckpointOptions options)
      throws Exception {
    try (var gate = new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG))) {
      gate.open();
      gate.processWatermarkStatus(WatermarkStatus.IDLE);
      return OperatorSnapshotFinalizer.create(
              gate.getOperator()
                  .snapshotState(1, 1, options, new MemCheckpointStreamFactory(1 << 16)))
          .getJobManagerOwnedState();
    }
  }

  private static OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerEvent> restored(
      OperatorSubtaskState state) throws Exception {
    var gate = new OneInputStreamOperatorTestHarness<>(new EventDispatch(CONFIG));
    gate.initializeState(state);
    gate.open();
    return gate;
  }

  private static Ingested<Decoded.Event> event() {
    byte[] value = "{}".getBytes(StandardCharsets.UTF_8);
    RawRecord original = RawRecord.of(new ConsumerRecord<>("events", 0, 7, null, value));
    Decoded.Event event = new Decoded.Event(Utf8.of("c-1"), 1_000, null, new Measures(0));
    return new Ingested.Accepted<>(event, original, Long.MIN_VALUE, 0, 1_000);
  }

  private static boolean originalOf(Object element) {
    return ((CustomerEvent) ((StreamRecord<?>) element).getValue()).original() != null;
  }
}
