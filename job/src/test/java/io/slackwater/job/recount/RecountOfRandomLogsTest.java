package io.slackwater.job.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside.Cause;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Position;
import io.slackwater.testkit.model.Result;
import io.slackwater.testkit.traffic.LogGenerator;
import io.slackwater.testkit.traffic.LogShape;
import io.slackwater.testkit.traffic.TrafficShape;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the log: the model runs as a stream and as a batch, and corrections close the gap. */
class RecountOfRandomLogsTest {
  private static final long TEN_YEARS = 315_360_000_000L;
  private static final ModelConfig STREAM = ModelConfig.shipped().withTimes(10_000, 2_000, 60_000);

  /** In which nothing is late. */
  private static final ModelConfig BATCH =
      ModelConfig.shipped().withTimes(10_000, TEN_YEARS, 60_000);

  @Property(tries = 40)
  void flawlessRunIsFullyExplained(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    Expected expected = Model.judge(STREAM, log);

    Tally tally =
        new RecountedLog(log)
            .published(expected.resultsClosedThrough(expected.closedThrough()).values())
            .late(expected.late().keySet(), Cause.LATE)
            .dead(expected.dead().keySet())
            .verify();

    assertThat(tally.examplesOf(Verdict.Weight.PROBLEM)).isEmpty();
    assertThat(tally.addsUp()).isTrue();
    assertThat(tally.count(Verdict.Weight.REMARK)).isZero();
    assertThat(tally.recordsRead()).isEqualTo(expected.eventsRead());
  }

  @Property(tries = 40)
  void streamAndCorrectionsAreTheBatch(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    Expected expected = Model.judge(STREAM, log);
    Set<Position> byIdleness = someOnTime(log, expected, seed);
    RecountedLog recounted =
        new RecountedLog(log)
            .published(expected.resultsWithout(byIdleness).values())
            .late(expected.late().keySet(), Cause.LATE)
            .late(byIdleness, Cause.IDLE_PARTITION)
            .dead(expected.dead().keySet());

    List<CustomerMinute> first = recounted.correct(Long.MAX_VALUE);
    List<CustomerMinute> second = recounted.correct(Long.MAX_VALUE);

    assertThat(values(recounted)).isEqualTo(values(Model.judge(BATCH, log)));
    assertThat(first).isNotEmpty();
    assertThat(second).isEmpty();
    assertThat(recounted.verify().count(Verdict.Weight.DIFFERENCE)).isZero();
  }

  @Property(tries = 20)
  void lostResultsAreNamedAndPublishedAsTheyWere(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    Expected expected = Model.judge(STREAM, log);
    Map<?, Result> all = expected.results();
    SplittableRandom random = new SplittableRandom(seed);
    List<Result> left = all.values().stream().filter(row -> random.nextInt(4) > 0).toList();
    RecountedLog recounted =
        new RecountedLog(log)
            .published(left)
            .late(expected.late().keySet(), Cause.LATE)
            .dead(expected.dead().keySet());

    int lost = all.size() - left.size();
    Tally before = recounted.verify();
    assertThat(before.count(Verdict.MISSING) + before.count(Verdict.OPEN))
        .isGreaterThanOrEqualTo(lost);
    recounted.correct(Long.MAX_VALUE);

    Tally after = recounted.verify();
    assertThat(after.examplesOf(Verdict.Weight.PROBLEM)).isEmpty();
    assertThat(values(recounted)).isEqualTo(values(Model.judge(BATCH, log)));
  }

  private static Set<Position> someOnTime(List<LogRecord> log, Expected expected, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<Position> some = new HashSet<>();
    for (LogRecord record : log) {
      Position position = record.position();
      boolean onTime =
          position.topic().equals("events")
              && !expected.late().containsKey(position)
              && !expected.dead().containsKey(position);
      if (onTime && random.nextInt(20) == 0) {
        some.add(position);
      }
    }
    return some;
  }

  private static Map<String, List<BigDecimal>> values(RecountedLog recounted) {
    Map<String, List<BigDecimal>> values = new TreeMap<>();
    recounted.newest().forEach((window, row) -> values.put(window, row.aggregates()));
    return values;
  }

  private static Map<String, List<BigDecimal>> values(Expected batch) {
    Map<String, List<BigDecimal>> values = new TreeMap<>();
    for (Result result : batch.results().values()) {
      values.put(Wording.window(RecountedLog.minute(result)), result.aggregates());
    }
    return values;
  }

  private static List<LogRecord> log(long seed) {
    return LogGenerator.generate(
        STREAM, TrafficShape.rough(4_000), LogShape.small(3, 2, 400), seed);
  }
}
