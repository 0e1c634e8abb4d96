package io.slackwater.testkit.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Position;
import io.slackwater.testkit.model.ProfileStatus;
import io.slackwater.testkit.model.Result;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LogGeneratorTest {
  private static final ModelConfig CONFIG =
      ModelConfig.shipped()
          .withTimes(10_000, 2_000, 60_000)
          .withCustomers(
              ModelConfig.shipped().customers().withTtl(60_000, ModelConfig.TtlRefresh.ON_UPDATE));

  private static List<LogRecord> log(long seed) {
    return LogGenerator.generate(
        CONFIG, TrafficShape.rough(4_000), LogShape.small(3, 2, 400), seed);
  }

  @Property(tries = 50)
  void everyRecordOfAnyLogHasExactlyOnePlace(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    Expected expected = Model.judge(CONFIG, log);
    Set<Position> both = new HashSet<>(expected.late().keySet());
    both.retainAll(expected.dead().keySet());

    assertThat(both).isEmpty();
    assertThat(expected.eventsRead() + expected.customersRead()).isEqualTo(400);
    long counted =
        expected.results().values().stream()
            .mapToLong(result -> result.aggregates().get(0).longValueExact())
            .sum();
    long duplicates = expected.duplicates().values().stream().mapToLong(n -> n).sum();
    long deadEvents =
        expected.dead().keySet().stream().filter(p -> p.topic().equals("events")).count();
    assertThat(counted + duplicates + deadEvents + expected.late().size())
        .isEqualTo(expected.eventsRead());
  }

  @Property(tries = 20)
  void partitionsOneAfterTheOtherGiveTheSameAsInterleaved(@ForAll long seed) {
    List<LogRecord> log = log(seed);
    List<LogRecord> sorted = new ArrayList<>(log);
    sorted.sort((a, b) -> a.position().compareTo(b.position()));
    Expected one = Model.judge(CONFIG, log);
    Expected two = Model.judge(CONFIG, sorted);

    assertThat(two.results()).isEqualTo(one.results());
    assertThat(two.late()).isEqualTo(one.late());
    assertThat(two.dead()).isEqualTo(one.dead());
    assertThat(two.duplicates()).isEqualTo(one.duplicates());
    assertThat(two.lateProfiles()).isEqualTo(one.lateProfiles());
    assertThat(two.closedThrough()).isEqualTo(one.closedThrough());
  }

  @Test
  void aFewLogsHoldEverything() {
    Set<String> reasons = new HashSet<>();
    Set<ProfileStatus> statuses = EnumSet.noneOf(ProfileStatus.class);
    long late = 0;
    long lateProfiles = 0;
    long duplicates = 0;
    for (long seed = 0; seed < 10; seed++) {
      Expected expected = Model.judge(CONFIG, log(seed));
      expected.dead().values().forEach(dead -> reasons.addAll(dead.reasons()));
      expected.results().values().stream().map(Result::status).forEach(statuses::add);
      late += expected.late().size();
      lateProfiles += expected.lateProfiles().size();
      duplicates += expected.duplicates().size();
    }

    assertThat(reasons)
        .containsExactlyInAnyOrder(
            "null-value",
            "invalid-utf8",
            "malformed-json",
            "duplicate-field",
            "missing-customer",
            "invalid-customer",
            "missing-time",
            "invalid-time",
            "future-time",
            "missing-id",
            "invalid-number");
    assertThat(statuses).containsExactlyInAnyOrder(ProfileStatus.values());
    assertThat(List.of(late, lateProfiles, duplicates)).allMatch(n -> n > 50);
  }

  @Test
  void sameSeedGivesTheSameLog() {
    assertThat(Model.judge(CONFIG, log(7)).results())
        .isEqualTo(Model.judge(CONFIG, log(7)).results())
        .isNotEqualTo(Model.judge(CONFIG, log(8)).results());
  }
}
