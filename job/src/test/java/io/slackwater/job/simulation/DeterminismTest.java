package io.slackwater.job.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.minutes.WindowMemory;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.Proof;
import io.slackwater.testkit.model.Result;
import io.slackwater.testkit.model.ResultJson;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;

/**
 * Whatever the log, the speed of its partitions, the parallelism, checkpoints, failures and
 * rescales: the results, the late topic and the dead letters are those that the log alone decides.
 */
class DeterminismTest {

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void logAloneDecides(@ForAll("settings") Setting setting, @ForAll long seed) throws Exception {
    runsAsTheModelSays(setting, seed, HashMapStateBackend::new);
  }

  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void logAloneDecidesWithStateOnDisk(@ForAll("settings") Setting setting, @ForAll long seed)
      throws Exception {
    // Whole checkpoints: there is no coordinator here that would fill in what increments share.
    runsAsTheModelSays(setting, seed, () -> new EmbeddedRocksDBStateBackend(false));
  }

  /**
   * Records that are there but do not come, since the broker is away or the task stands still, are
   * waited for however long that takes: time alone closes nothing.
   */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void outagesAndStallsAreNoSilence(@ForAll("settings") Setting setting, @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    int eventPartitions = 1 + random.nextInt(5);
    int customerPartitions = 1 + random.nextInt(3);
    List<LogRecord> log = log(setting, random, eventPartitions, customerPartitions, 0.25);
    Expected expected = Model.judge(setting.model(), log);
    Logs logs = Logs.of(log, eventPartitions, customerPartitions, random);

    try (SimulatedJob job =
        new SimulatedJob(
            setting.job("watermarks.idleness=15s"),
            HashMapStateBackend::new,
            logs.events(),
            logs.customers())) {
      new Chaos(job, random.nextLong(), eventPartitions, customerPartitions).run(4, true);

      assertThat(Evidence.of(setting.job(), job.committed()).late())
          .noneMatch(late -> late.contains("slackwater.cause=idle-partition"));
      closesForGood(setting, job, expected);
    }
  }

  /** With idleness the clock has a say in what is late, but in no more than that. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void clockSetsAsideButLosesNothing(
      @ForAll("settings") Setting setting, @ForAll boolean closeWhenSilent, @ForAll long seed)
      throws Exception {
    losesNothing(setting, closeWhenSilent, 1, 4, seed);
  }

  /**
   * Windows are short and close soon, and nearly nobody fails: so those who return from idleness
   * are told that they are waited for again, while others are far ahead.
   */
  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void returnFromIdlenessLosesNothing(
      @ForAll("shortWindows") Setting setting, @ForAll boolean closeWhenSilent, @ForAll long seed)
      throws Exception {
    losesNothing(setting, closeWhenSilent, 3, 1, seed);
  }

  private static void losesNothing(
      Setting setting, boolean closeWhenSilent, int minPartitions, int maxRestarts, long seed)
      throws Exception {
    Random random = new Random(seed);
    int partitions = minPartitions + random.nextInt(6 - minPartitions);
    // Without customers: those who come while their partition is idle come by the clock as well.
    List<LogRecord> log = log(setting, random, partitions, 1, 0);
    Logs logs = Logs.of(log, partitions, 1, random);
    JobConfig config =
        setting.job(
            "watermarks.idleness=15s",
            "watermarks.close-when-silent=" + (closeWhenSilent ? "20s" : "off"));

    try (SimulatedJob job =
        new SimulatedJob(
            config, HashMapStateBackend::new, memory(random), logs.events(), logs.customers())) {
      new Chaos(job, random.nextLong(), partitions, 1, StillToCome.all(logs.events()))
          .run(maxRestarts, true);
      job.end();
      job.checkpoint();

      Proof proof =
          Evidence.of(config, job.committed())
              .compare(Model.judge(setting.model(), log), Long.MAX_VALUE);
      assertThat(proof.addsUp()).as(proof.table()).isTrue();
      assertThat(job.minutes()).allMatch(subtask -> subtask.keysWithOpenWindows() == 0);
      occurs("late by the clock", proof.late().containsKey("idle-partition"));
      occurs("waited for again", job.coordination().answers() > 0);
    }
  }

  private static void occurs(String what, boolean here) {
    Statistics.label(what).collect(here);
    Statistics.label(what).coverage(seen -> seen.check(true).count(times -> times > 0));
  }

  /** As much as there is, none at all, or something with which windows are spilled now and then. */
  private static WindowMemory memory(Random random) {
    long bytes = random.nextBoolean() ? 0 : random.nextInt(30_000);
    return random.nextInt(3) == 0 ? WindowMemory.shareOfHeap() : taskManager -> bytes;
  }

  @Provide
  Arbitrary<Setting> settings() {
    return Combinators.combine(
            Arbitraries.of(1_000L, 7_000L, 10_000L, 60_000L),
            Arbitraries.of(0L, 1L, 2_000L, 5_000L),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(60_000L, 90_000L, 7 * 24 * 3_600_000L),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(Setting::new);
  }

  @Provide
  Arbitrary<Setting> shortWindows() {
    return Arbitraries.of(0L, 1L, 500L)
        .map(bound -> new Setting(1_000, bound, false, false, 90_000, false, false));
  }

  private static void runsAsTheModelSays(
      Setting setting, long seed, Supplier<StateBackend> backends) throws Exception {
    Random random = new Random(seed);
    int eventPartitions = 1 + random.nextInt(5);
    int customerPartitions = 1 + random.nextInt(3);
    List<LogRecord> log = log(setting, random, eventPartitions, customerPartitions, 0.25);
    Expected expected = Model.judge(setting.model(), log);
    Logs logs = Logs.of(log, eventPartitions, customerPartitions, random);
    JobConfig config = setting.job();

    try (SimulatedJob job =
        new SimulatedJob(config, backends, memory(random), logs.events(), logs.customers())) {
      new Chaos(job, random.nextLong(), eventPartitions, customerPartitions).run(4, false);

      long closedThrough = logs.anyEmpty() ? Long.MIN_VALUE : expected.closedThrough();
      Evidence evidence = Evidence.of(config, job.committed());
      same(
          evidence.results(), json(setting, expected.resultsClosedThrough(closedThrough).values()));
      Proof proof = evidence.compare(expected, closedThrough);
      assertThat(proof.addsUp()).as(proof.table()).isTrue();
      assertThat(proof.late().keySet()).doesNotContain("idle-partition");

      closesForGood(setting, job, expected);
      sameBytesAsWithoutChaos(config, logs, Evidence.of(config, job.committed()));
    }
  }

  private static void closesForGood(Setting setting, SimulatedJob job, Expected expected)
      throws Exception {
    job.end();
    job.checkpoint();
    same(
        Evidence.of(setting.job(), job.committed()).results(),
        json(setting, expected.results().values()));
    assertThat(job.minutes()).allMatch(subtask -> subtask.keysWithOpenWindows() == 0);
  }

  private static void sameBytesAsWithoutChaos(JobConfig config, Logs logs, Evidence evidence)
      throws Exception {
    try (SimulatedJob calm =
        new SimulatedJob(config, HashMapStateBackend::new, logs.events(), logs.customers())) {
      calm.restart(new Topology(1, 1, 1));
      calm.settle();
      calm.end();
      calm.checkpoint();
      Evidence other = Evidence.of(config, calm.committed());
      same(evidence.results(), other.results());
      same(evidence.late(), other.late());
      same(evidence.dead(), other.dead());
    }
  }

  /** Compares sorted lists; says only what differs. */
  private static void same(List<String> actual, List<String> expected) {
    List<String> extra = new ArrayList<>(actual);
    expected.forEach(extra::remove);
    List<String> missing = new ArrayList<>(expected);
    actual.forEach(missing::remove);
    assertThat(extra).as("extra, while there is missing: %s", missing).isEmpty();
    assertThat(missing).as("missing").isEmpty();
  }

  private static List<String> json(Setting setting, Collection<Result> results) {
    ResultJson format = new ResultJson(setting.model());
    return results.stream().map(format::of).sorted().toList();
  }

  /** Now and then around 1970, where times are negative. */
  private static List<LogRecord> log(
      Setting setting,
      Random random,
      int eventPartitions,
      int customerPartitions,
      double profileShare) {
    long start = random.nextInt(3) == 0 ? -60_000 : 1_767_276_000_000L;
    LogShape shape =
        new LogShape(
            eventPartitions,
            customerPartitions,
            50 + random.nextInt(250),
            profileShare,
            0.1,
            start,
            200 + random.nextInt(1_500),
            10_000);
    List<LogRecord> log =
        LogGenerator.generate(setting.model(), TrafficShape.rough(4_000), shape, random.nextLong());
    return log.stream().map(DeterminismTest::withKafkaTimestamp).toList();
  }

  /** Kafka knows no timestamps before 1970. */
  private static LogRecord withKafkaTimestamp(LogRecord record) {
    return new LogRecord(
        record.position(),
        Math.max(0, record.timestampMs()),
        record.key(),
        record.value(),
        record.headers());
  }
}
