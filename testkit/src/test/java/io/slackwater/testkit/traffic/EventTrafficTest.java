package io.slackwater.testkit.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Several producers, each true to one partition, on one clock: the numbers are known ahead. */
class EventTrafficTest {
  private static final ModelConfig CONFIG = ModelConfig.shipped().withTimes(10_000, 5_000, 60_000);
  private static final int PRODUCERS = 6;
  private static final int PARTITIONS = 3;

  @Property(tries = 20)
  void numbersAreAsAnnounced(@ForAll long seed) {
    TrafficShape shape =
        new TrafficShape(20, 0.2, 3_000, 0.1, 0.05, 0.05, 0.05, 0.05, 0.1, 0.1, 10);
    List<EventTraffic> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(new EventTraffic(shape, CONFIG, i, seed + i));
    }
    Model model = new Model(CONFIG);
    for (int i = 0; i < 3_000; i++) {
      int producer = i % PRODUCERS;
      Draft draft = producers.get(producer).next(1_767_276_000_000L + 20L * i);
      model.read(
          new LogRecord(
              new Position("events", producer % PARTITIONS, i),
              draft.timestampMs(),
              draft.key(),
              draft.value(),
              draft.headers()));
    }
    Expected expected = model.expected();

    assertThat(expected.late()).hasSize(sent(producers, Kind.LATE));
    assertThat(expected.duplicates().values().stream().mapToInt(n -> n).sum())
        .isEqualTo(sent(producers, Kind.DUPLICATE));
    assertThat(count(expected, "future-time")).isEqualTo(sent(producers, Kind.POISONED));
    assertThat(count(expected, "null-value")).isEqualTo(sent(producers, Kind.NULL_VALUE));
    assertThat(expected.dead())
        .hasSize(
            sent(producers, Kind.MALFORMED)
                + sent(producers, Kind.POISONED)
                + sent(producers, Kind.NULL_VALUE));
  }

  private static int sent(List<EventTraffic> producers, Kind kind) {
    return producers.stream()
        .map(EventTraffic::sent)
        .mapToInt(sent -> sent.getOrDefault(kind, 0L).intValue())
        .sum();
  }

  private static long count(Expected expected, String reason) {
    return expected.dead().values().stream()
        .filter(dead -> dead.reasons().contains(reason))
        .count();
  }

  @Test
  void calmTrafficIsOrdinary() {
    EventTraffic traffic = new EventTraffic(TrafficShape.calm(5, 0), CONFIG, 0, 1);
    ProfileTraffic profiles = new ProfileTraffic(TrafficShape.calm(5, 0), CONFIG, 1);
    for (int i = 0; i < 100; i++) {
      traffic.next(i);
      profiles.next(i);
    }

    assertThat(traffic.sent()).isEqualTo(Map.of(Kind.ORDINARY, 100L));
    assertThat(profiles.sent()).isEqualTo(Map.of(Kind.PROFILE, 100L));
  }
}
