package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An unaligned checkpoint holds the records that are on their way between two tasks. Restored at
 * another parallelism they are counted, once, in the windows that they belong to.
 */
@ExtendWith(Surroundings.Shared.class)
class UnalignedCheckpointIT {
  private static final String SLOW_CLIENT = "slow-sink";

  @Test
  void recordsOnTheirWayAreCountedOnce(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 4, 2);
    JobConfig config =
        topics.config(
            "kafka.properties.client.id=" + SLOW_CLIENT, "kafka.properties.buffer.memory=32768");
    Map<String, String> settings =
        Map.of(
            "execution.checkpointing.unaligned.enabled", "true",
            "execution.checkpointing.interval", "100ms");
    topics.sendLog(
        LogGenerator.generate(
            topics.model(), TrafficShape.rough(4_000), LogShape.small(4, 2, 6_000), 11));
    new InputLog(topics).closing("20:00:00").send();

    surroundings.throttleProducers(SLOW_CLIENT, 40_000.0);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(surroundings, config, 3, null, settings)) {
      topics.awaitMoreResults(job, 0);
      checkpoint = job.cancelBehindCheckpoint();
    }
    assertThat(holdsRecordsOnTheirWay(checkpoint)).isTrue();
    try (RunningJob job =
        RunningJob.start(surroundings, config, 5, checkpoint.toUri().toString(), settings)) {
      checkpoint = job.cancelBehindCheckpoint();
    }
    assertThat(holdsRecordsOnTheirWay(checkpoint)).isTrue();
    surroundings.throttleProducers(SLOW_CLIENT, null);
    try (RunningJob job =
        RunningJob.start(surroundings, config, 2, checkpoint.toUri().toString(), settings)) {
      Proof proof = topics.awaitProof(job);
      job.stop(SavepointFormatType.CANONICAL);

      assertThat(topics.proof(topics.expected(), topics.expected().closedThrough()))
          .isEqualTo(proof);
      assertThat(proof.late()).containsOnlyKeys("late");
    }
  }

  private static boolean holdsRecordsOnTheirWay(Path checkpoint) throws Exception {
    Path metadata = checkpoint.resolve("_metadata");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(metadata))) {
      return Checkpoints.loadCheckpointMetadata(
              in, UnalignedCheckpointIT.class.getClassLoader(), metadata.toString())
          .getOperatorStates()
          .stream()
          .flatMap(operator -> operator.getStates().stream())
          .anyMatch(UnalignedCheckpointIT::holdsRecordsOnTheirWay);
    }
  }

  private static boolean holdsRecordsOnTheirWay(OperatorSubtaskState state) {
    return !state.getInputChannelState().isEmpty() || !state.getResultSubpartitionState().isEmpty();
  }
}
