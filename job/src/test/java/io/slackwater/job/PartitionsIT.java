package io.slackwater.job;

import static io.slackwater.job.InputLog.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What partitions do to time: too few, silent, far ahead, slow, new. */
@ExtendWith(Surroundings.Shared.class)
class PartitionsIT {

  @Test
  void windowsFireWithMoreSubtasksThanPartitions(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 2, 2);
    new InputLog(topics)
        .profile(0, "c-1", "13:00:00", "gold")
        .events(0, "c-1", "14:00:10", "14:01:10", "14:02:10")
        .events(1, "c-2", "14:00:20", "14:01:20", "14:02:20")
        .closing("14:10:00")
        .send();

    try (RunningJob job = RunningJob.start(surroundings, topics.config(), 4)) {
      Proof proof = topics.awaitProof(job);

      assertThat(proof.publishedWindows()).isEqualTo(6);
      assertThat(proof.late()).isEmpty();
    }
  }

  @ParameterizedTest(name = "on all partitions {0}")
  @ValueSource(booleans = {false, true})
  void recordTwoHoursAheadMovesNoWatermark(boolean onAll, Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 3, 1);
    InputLog log = new InputLog(topics);
    for (String minute : List.of("14:00", "14:01", "14:02")) {
      for (int partition = 0; partition < 3; partition++) {
        log.events(partition, "c-" + partition, minute + ":10", minute + ":40");
        if (minute.equals("14:01") && (onAll || partition == 0)) {
          Instant now = at(minute + ":40");
          log.event(partition, "c-" + partition, now.plus(Duration.ofHours(2)), now, "");
        }
      }
    }
    log.closing("14:10:00").send();

    try (RunningJob job = RunningJob.start(surroundings, topics.config(), 2)) {
      Proof proof = topics.awaitProof(job);

      assertThat(proof.deadEvents()).isEqualTo(Map.of("future-time", onAll ? 3L : 1L));
      assertThat(proof.late()).isEmpty();
      assertThat(proof.published()).isEqualTo(18);
    }
  }

  @Test
  void partitionThatReturnsFromIdlenessIsLateWithACauseOfItsOwn(Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 4, 1);
    InputLog log = new InputLog(topics).profile(0, "c-1", "13:00:00", "gold");
    for (int partition = 0; partition < 3; partition++) {
      log.events(partition, "c-1", "14:00:10", "14:00:50", "14:02:10");
    }
    log.event(3, "c-1", "14:00:05").send();
    long firstMinute = at("14:01:00").toEpochMilli() - 1;

    try (RunningJob job =
        RunningJob.start(surroundings, topics.config("watermarks.idleness=1s"), 2)) {
      topics.awaitProof(job, topics.expected(), firstMinute);
      log.events(3, "c-1", "14:00:20", "14:00:40", "14:02:20").send();
      Proof proof = topics.awaitProof(job, topics.expected(), firstMinute);

      assertThat(proof.late()).isEqualTo(Map.of("idle-partition", 2L));
      assertThat(proof.published()).isEqualTo(7);
      assertThat(proof.open()).isEqualTo(4);
    }
  }

  /** Subtasks that had been idle learn from their coordinator that windows wait for them again. */
  @Test
  void eventsCrossTheNetworkWithoutTheirRecordsAgainSomeTimeAfterIdleness(Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 2, 1);
    InputLog log = new InputLog(topics).profile(0, "c-1", "13:00:00", "gold");
    log.events(0, "c-1", "14:00:10", "14:02:10").event(1, "c-1", "14:00:20").send();

    try (RunningJob job =
        RunningJob.start(surroundings, topics.config("watermarks.idleness=1s"), 2)) {
      // It closes although one partition has not come so far: that one's subtask is idle.
      topics.awaitProof(job, topics.expected(), at("14:01:00").toEpochMilli() - 1);
      Batches batches = new Batches(topics, job, at("14:05:00"));
      Awaitility.await("a batch without its records")
          .atMost(Duration.ofSeconds(60))
          .until(batches::bytesOfNext, bytes -> bytes < Batches.BYTES / 4);
      topics.awaitProof(job, topics.expected(), at("14:04:00").toEpochMilli());
    }
  }

  @Test
  void partitionAddedWithOldRecordsIsCountedLateAndNotLost(Surroundings surroundings)
      throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 2, 1);
    InputLog log = new InputLog(topics);
    log.profile(0, "c-1", "13:00:00", "gold")
        .events(0, "c-1", "14:00:10", "14:01:10")
        .events(1, "c-1", "14:00:20", "14:01:20")
        .closing("14:10:00")
        .send();
    Expected before = topics.expected();

    try (RunningJob job =
        RunningJob.start(
            surroundings,
            topics.config("kafka.properties.partition.discovery.interval.ms=200"),
            2)) {
      topics.awaitProof(job);
      try (Admin admin = surroundings.kafka().admin()) {
        admin.createPartitions(Map.of(topics.events(), NewPartitions.increaseTo(3))).all().get();
      }
      log.events(2, "c-1", "14:00:30", "14:01:30", "14:09:50", "14:12:00").send();
      Proof proof = topics.awaitProof(job, topics.expected(), before.closedThrough());
      job.stop(SavepointFormatType.CANONICAL);

      assertThat(proof.late()).isEqualTo(Map.of("idle-partition", 2L));
      assertThat(topics.proof(topics.expected(), before.closedThrough())).isEqualTo(proof);
    }
  }

  @Test
  void slowDownstreamIsNotSilence(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), 2, 1);
    InputLog log = new InputLog(topics).events(0, "c-1", "14:00:10", "14:02:00");
    int late = 100;
    for (int i = 0; i < late; i++) {
      log.event(0, "c-1", at("14:00:20"), at("14:02:00"), "x".repeat(4_000));
    }
    log.events(0, "c-1", "14:02:10", "14:02:20", "14:10:00")
        .events(1, "c-2", "14:00:10", "14:02:30", "14:03:30", "14:04:30", "14:10:00");
    int events = log.records().size();
    log.send();
    String client = topics.prefix() + "slow";
    surroundings.throttleProducers(client, 4_000.0);

    try (RunningJob job =
        RunningJob.start(
            surroundings,
            topics.config(
                "watermarks.idleness=1s",
                "kafka.properties.client.id=" + client,
                "kafka.properties.buffer.memory=32768"),
            2)) {
      // The late records cannot be written, and all that is behind them in partition 0 waits.
      awaitStandstill(job, Duration.ofSeconds(3), events);
      surroundings.throttleProducers(client, null);
      Proof proof = topics.awaitProof(job, topics.expected(), at("14:05:00").toEpochMilli());

      assertThat(proof.late()).isEqualTo(Map.of("late", (long) late));
    }
  }

  /** Waits until for so long none of the events was read, although there are more. */
  private static void awaitStandstill(RunningJob job, Duration duration, int events) {
    AtomicLong last = new AtomicLong(-1);
    Awaitility.await("reading stands still")
        .during(duration)
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              long read = job.sumOf(OperatorId.EVENTS, "numRecordsIn");
              return last.getAndSet(read) == read && read > 0 && read < events;
            });
  }

  /** Events to both partitions of which the job needs little. */
  private static final class Batches {
    private static final int EVENTS = 100;
    private static final int EVENT_BYTES = 4_000;
    static final int BYTES = EVENTS * EVENT_BYTES;

    private final InputLog log;
    private final RunningJob job;
    private Instant time;
    private long events;

    Batches(TestTopics topics, RunningJob job, Instant start) {
      this.log = new InputLog(topics);
      this.job = job;
      this.time = start;
      this.events = sent();
    }

    private long sent() {
      return job.sumOf(OperatorId.EVENT_GATE, "numRecordsOut");
    }

    /** How many bytes crossed the network for the next batch, roughly: whole buffers count. */
    long bytesOfNext() {
      long before = job.bytesSentBy(OperatorId.EVENT_GATE);
      for (int i = 0; i < EVENTS; i++) {
        time = time.plusMillis(i % 2);
        log.event(i % 2, "c-" + i, time, time, "x".repeat(EVENT_BYTES));
      }
      log.send();
      events += EVENTS;
      Awaitility.await("the batch is sent").until(() -> sent() >= events);
      return job.bytesSentBy(OperatorId.EVENT_GATE) - before;
    }
  }
}
