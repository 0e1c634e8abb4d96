package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.Position;
import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.model.ResultJson;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * Events come up to an hour out of order: an hour of minutes is open at any time, and the memory
 * holds a small part of it. The rest is spilled to RocksDB, and comes out right: through failures,
 * checkpoints and rescales in both directions.
 */
class HourOfOpenWindowsTest {
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();
  private static final int CUSTOMERS = 12_000;
  private static final int RECORDS = 100_000;
  private static final int PARTITIONS = 3;

  /** Of each subtask. */
  private static final long LIMIT_BYTES = 200_000;

  private static final Topology ONE = new Topology(2, 1, 1);
  private static final Topology TWO = new Topology(3, 1, 2);

  private final Setting setting =
      new Setting(60_000, HOUR_MS, true, false, 7 * 24 * HOUR_MS, false, true);
  private final JobConfig config = setting.job();

  private long mostSpilled;
  private long mostOpen;

  @Test
  void spillsWhatTheMemoryDoesNotHoldAndPublishesWhatTheLogSays() throws Exception {
    List<LogRecord> log = log();
    Expected expected = Model.judge(setting.model(), log);
    assertThat(expected.duplicates().size()).as("windows with duplicates").isGreaterThan(3_000);
    Logs logs = Logs.of(log, PARTITIONS, 1, new Random(5));

    try (SimulatedJob job =
        new SimulatedJob(
            config,
            () -> new EmbeddedRocksDBStateBackend(false),
            taskManager -> LIMIT_BYTES,
            logs.events(),
            logs.customers())) {
      job.restart(TWO);
      run(job, RECORDS / 3);
      job.checkpoint();
      run(job, RECORDS / 20);
      job.restart(ONE);
      run(job, RECORDS / 3);
      job.checkpoint();
      run(job, RECORDS / 20);
      job.restart(TWO);
      run(job, RECORDS);
      job.end();
      job.checkpoint();

      assertThat(mostOpen).as("customers of open windows").isGreaterThan(25_000);
      assertThat(mostSpilled).as("spilled bytes").isGreaterThan(4 * LIMIT_BYTES);
      assertOutputIs(expected, Evidence.of(config, job.committed()));
      assertNothingIsLeft(job);
    }
  }

  private void assertOutputIs(Expected expected, Evidence evidence) {
    ResultJson format = new ResultJson(setting.model());
    assertThat(evidence.results())
        .isEqualTo(expected.results().values().stream().map(format::of).sorted().toList());
    Proof proof = evidence.compare(expected, Long.MAX_VALUE);
    assertThat(proof.addsUp()).as(proof.table()).isTrue();
  }

  private static void assertNothingIsLeft(SimulatedJob job) {
    assertThat(job.minutes())
        .allSatisfy(
            subtask -> {
              assertThat(subtask.keysWithOpenWindows()).isZero();
              assertThat(subtask.gauge("openWindows")).isZero();
              assertThat(subtask.gauge("openWindowsHeapBytes")).isZero();
              assertThat(subtask.gauge("openWindowsSpilledBytes")).isZero();
            });
  }

  /** Reads that many records, or what there is, delivering them one by one. */
  private void run(SimulatedJob job, int records) throws Exception {
    int left = records;
    while (left > 0) {
      List<TopicPartition> readable = new ArrayList<>();
      for (int input = SimulatedJob.EVENTS; input <= SimulatedJob.CUSTOMERS; input++) {
        job.sources(input).forEach(source -> readable.addAll(source.readable()));
      }
      if (readable.isEmpty()) {
        return;
      }
      for (TopicPartition partition : readable) {
        job.read(partition);
        left--;
      }
      if (left % 500 < readable.size()) {
        job.emitWatermarks();
      }
      deliver(job);
    }
  }

  private void deliver(SimulatedJob job) throws Exception {
    for (MinutesSubtask subtask : job.minutes()) {
      for (List<Channel> channels = subtask.deliverable();
          !channels.isEmpty();
          channels = subtask.deliverable()) {
        for (Channel channel : channels) {
          job.deliver(channel);
          look(subtask);
        }
      }
    }
  }

  private void look(MinutesSubtask subtask) {
    assertThat(subtask.gauge("openWindowsHeapLimit")).isEqualTo(LIMIT_BYTES);
    assertThat(subtask.gauge("openWindowsHeapBytes")).isLessThanOrEqualTo(LIMIT_BYTES);
    mostSpilled = Math.max(mostSpilled, subtask.gauge("openWindowsSpilledBytes"));
    mostOpen = Math.max(mostOpen, subtask.gauge("openWindows"));
  }

  /** An hour and a half, with every tenth event sent again sooner or later, to any partition. */
  private List<LogRecord> log() {
    LogShape shape =
        new LogShape(
            PARTITIONS,
            1,
            RECORDS,
            0.05,
            0.1,
            1_767_276_000_000L,
            3 * HOUR_MS / 2 / RECORDS,
            10_000);
    TrafficShape traffic =
        new TrafficShape(CUSTOMERS, 0.01, HOUR_MS, 0, 0.01, 0.001, 0.001, 0.001, 0.05, 0.05, 0);
    List<LogRecord> log = new ArrayList<>();
    List<LogRecord> events = new ArrayList<>();
    Map<TopicPartition, Long> ends = new HashMap<>();
    Random random = new Random(3);
    for (LogRecord record : LogGenerator.generate(setting.model(), traffic, shape, 7)) {
      Position position = record.position();
      log.add(appended(record, position.partition(), ends));
      if (position.topic().equals("events")) {
        events.add(record);
        if (random.nextInt(10) == 0) {
          LogRecord again = events.get(random.nextInt(events.size()));
          log.add(appended(again, random.nextInt(PARTITIONS), ends));
        }
      }
    }
    return log;
  }

  private static LogRecord appended(
      LogRecord record, int partition, Map<TopicPartition, Long> ends) {
    String topic = record.position().topic();
    long offset = ends.merge(new TopicPartition(topic, partition), 1L, Long::sum) - 1;
    return new LogRecord(
        new Position(topic, partition, offset),
        record.timestampMs(),
        record.key(),
        record.value(),
        record.headers());
  }
}
