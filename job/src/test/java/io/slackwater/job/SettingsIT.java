package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.util.Map;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flink's settings decide how fast the numbers come, and nothing about the numbers. */
@ExtendWith(Surroundings.Shared.class)
class SettingsIT {

  @ParameterizedTest(name = "parallelism {0}, object reuse {1}, chaining {2}, backend {3}")
  @CsvSource({"1, true, true, rocksdb", "2, false, false, rocksdb", "2, true, true, hashmap"})
  void settingsMakeNoDifference(
      int parallelism, String reuse, String chaining, String backend, Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 3, 2);
    topics.sendLog(
        LogGenerator.generate(
            topics.model(), TrafficShape.rough(4_000), LogShape.small(3, 2, 500), 42));
    new InputLog(topics).closing("15:00:00").send();
    Map<String, String> settings =
        Map.of(
            "pipeline.object-reuse", reuse,
            "pipeline.operator-chaining.enabled", chaining,
            "state.backend.type", backend);

    try (RunningJob job =
        RunningJob.start(surroundings, topics.config(), parallelism, null, settings)) {
      Proof proof = topics.awaitProof(job);
      job.stop(SavepointFormatType.CANONICAL);

      assertThat(topics.proof(topics.expected(), topics.expected().closedThrough()))
          .isEqualTo(proof);
    }
  }
}
