package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stopped, rescaled, crashed and started again in the middle of its work, the job publishes what
 * the log says, once.
 */
@ExtendWith(Surroundings.Shared.class)
class RescaleIT {
  private static final int QUARTER = 300;

  @ParameterizedTest(name = "seed {0}, {1} savepoints, unaligned checkpoints {2}")
  @CsvSource({"7, CANONICAL, false", "8, NATIVE, true"})
  void rescalesAndCrashesChangeNothing(
      long seed, SavepointFormatType format, String unaligned, Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 4, 3);
    JobConfig config = topics.config();
    Map<String, String> settings =
        Map.of(
            "execution.checkpointing.unaligned.enabled", unaligned,
            "restart-strategy.type", "fixed-delay",
            "restart-strategy.fixed-delay.attempts", "20",
            "restart-strategy.fixed-delay.delay", "100ms");
    List<LogRecord> log =
        LogGenerator.generate(
            topics.model(), TrafficShape.rough(4_000), LogShape.small(4, 3, 4 * QUARTER), seed);

    topics.sendLog(log.subList(0, QUARTER));
    String savepoint;
    try (RunningJob job = RunningJob.start(surroundings, config, 3, null, settings)) {
      topics.awaitMoreResults(job, 0);
      savepoint = job.stop(format);
    }

    int published = topics.read(topics.results()).size();
    topics.sendLog(log.subList(QUARTER, 2 * QUARTER));
    try (RunningJob job = RunningJob.start(surroundings, config, 2, savepoint, settings)) {
      topics.awaitMoreResults(job, published);
      savepoint = job.stop(format);
    }

    published = topics.read(topics.results()).size();
    topics.sendLog(log.subList(2 * QUARTER, 3 * QUARTER));
    try (RunningJob job = RunningJob.start(surroundings, config, 5, savepoint, settings)) {
      topics.awaitMoreResults(job, published);
      topics.sendLog(log.subList(3 * QUARTER, 4 * QUARTER));
      surroundings.replaceTaskManager();
      new InputLog(topics).closing("15:00:00").send();
      Proof proof = topics.awaitProof(job);
      job.stop(format);

      assertThat(topics.proof(topics.expected(), topics.expected().closedThrough()))
          .isEqualTo(proof);
      assertThat(proof.open()).isEqualTo(topics.eventPartitions());
      assertThat(proof.late()).containsOnlyKeys("late");
    }
  }
}
