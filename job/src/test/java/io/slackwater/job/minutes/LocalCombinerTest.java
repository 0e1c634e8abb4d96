package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measure;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.PartialAggregate;
import io.slackwater.job.gate.Combiner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LocalCombinerTest {
  private static final long MINUTE = 60_000;
  private static final LocalCombiner.Limits WIDE = new LocalCombiner.Limits(1 << 20, 1_000, 1_000);
  private static final JobConfig COUNT_AND_SUM =
      config("orders: { function: count }, revenue: { function: sum, field: /amount, scale: 2 }");
  private static final JobConfig ALL =
      config(
          """
          orders: { function: count }, priced: { function: count, field: /amount },
          revenue: { function: sum, field: /amount, scale: 2 },
          mean: { function: avg, field: /amount, scale: 2 },
          least: { function: min, field: /amount, scale: 2 },
          most: { function: max, field: /amount, scale: 2 }""");

  private final List<String> sent = new ArrayList<>();

  @Test
  void oneRowStandsForAllEventsOfACustomerAndWindow() {
    Combiner combiner = combiner(WIDE);
    take(combiner, "a", 0, 5);
    take(combiner, "b", 0, 7);
    take(combiner, "a", MINUTE, 11);
    take(combiner, "a", 0, 13);
    take(combiner, "a", 2 * MINUTE, 17);

    combiner.sendThrough(MINUTE - 2);
    assertThat(sent).isEmpty();
    combiner.sendThrough(MINUTE - 1);
    assertThat(taken()).containsExactly("a from 0: [2, 2] [-, 18]", "b from 0: [1, 1] [-, 7]");
    combiner.sendThrough(3 * MINUTE - 1);
    assertThat(taken())
        .containsExactly("a from 60000: [1, 1] [-, 11]", "a from 120000: [1, 1] [-, 17]");
    combiner.sendThrough(Long.MAX_VALUE);
    assertThat(sent).isEmpty();
  }

  @Test
  void whatIsSentIsForgotten() {
    Combiner combiner = combiner(WIDE);
    take(combiner, "a", 0, 5);
    take(combiner, "a", MINUTE, 7);
    combiner.sendAll();
    assertThat(taken()).containsExactly("a from 0: [1, 1] [-, 5]", "a from 60000: [1, 1] [-, 7]");

    take(combiner, "a", 0, 11);
    combiner.sendAll();
    assertThat(taken()).containsExactly("a from 0: [1, 1] [-, 11]");
  }

  /** Duplicates are told where all ids of the window are known. */
  @Test
  void eventsWithAnIdPass() {
    Combiner combiner = combiner(WIDE);
    assertThat(combiner.take(event("a", "e-1", 5), 0)).isFalse();
    combiner.sendAll();
    assertThat(sent).isEmpty();
  }

  @Test
  void allIsSentRatherThanMoreBeHeldThanAllowed() {
    Combiner combiner = combiner(new LocalCombiner.Limits(2_000, 1_000, 1_000));
    int held = 0;
    while (sent.isEmpty() && held < 1_000) {
      take(combiner, "customer-" + held, 0, 1);
      held++;
    }
    assertThat(taken())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, held)
                .mapToObj(i -> "customer-%d from 0: [1, 1] [-, 1]".formatted(i))
                .toList());
    assertThat(held).isBetween(10, 60);
    take(combiner, "a", 0, 5);
    assertThat(sent).isEmpty();
  }

  @Test
  void whereARowWouldStandForTooFewEventsTheyPassForAWhile() {
    Combiner combiner = combiner(new LocalCombiner.Limits(1 << 20, 8, 3));
    takeOneEach(combiner, "a", "b", "c", "d", "e", "f", "a", "b");
    combiner.sendAll();
    for (int i = 0; i < 3; i++) {
      assertThat(combiner.take(event("a", null, 1), 0)).isFalse();
    }
    take(combiner, "a", 0, 1);
  }

  @Test
  void whereARowStandsForEnoughItGoesOn() {
    Combiner combiner = combiner(new LocalCombiner.Limits(1 << 20, 9, 1_000));
    takeOneEach(combiner, "a", "b", "c", "d", "e", "f", "a", "b", "c");
    combiner.sendAll();
    take(combiner, "a", 0, 1);
  }

  /** What was worth it once need not be for ever. */
  @Test
  void eachSampleSpeaksForItself() {
    Combiner combiner = combiner(new LocalCombiner.Limits(1 << 20, 9, 1_000));
    takeOneEach(combiner, "a", "a", "a", "a", "a", "a", "a", "a", "a");
    combiner.sendAll();
    takeOneEach(combiner, "a", "b", "c", "d", "e", "f", "g", "h", "i");
    combiner.sendAll();
    assertThat(combiner.take(event("a", null, 1), 0)).isFalse();
  }

  /** A single event says nothing about how many there are of a customer. */
  @Test
  void itIsNotDecidedBeforeThereIsASample() {
    Combiner combiner = combiner(new LocalCombiner.Limits(1 << 20, 3, 1_000));
    for (String customer : List.of("a", "b")) {
      take(combiner, customer, 0, 1);
      combiner.sendAll();
    }
    take(combiner, "c", 0, 1);
    combiner.sendAll();
    assertThat(combiner.take(event("d", null, 1), 0)).isFalse();
  }

  /** Whatever is added up where, the sums are those of the events. */
  @Property(tries = 300)
  void rowsComeToWhatTheEventsComeTo(@ForAll long seed) {
    Random random = new Random(seed);
    Aggregates aggregates = new Aggregates(ALL.window());
    Map<String, Totals> expected = new TreeMap<>();
    Map<String, Totals> actual = new TreeMap<>();
    Combiner combiner =
        LocalCombiner.under(ALL, new LocalCombiner.Limits(random.nextInt(20_000), 20, 5))
            .create(
                row ->
                    aggregates.merge(
                        of(actual, row.customer() + " " + row.windowStart()),
                        new Totals(row.counts(), row.values(), null)));
    for (int i = random.nextInt(300); i > 0; i--) {
      String customer = "c" + random.nextInt(20);
      long start = MINUTE * (random.nextInt(5) - 2);
      Decoded.Event event = event(customer, measures(random));
      aggregates.add(of(expected, customer + " " + start), event.measures());
      if (!combiner.take(event, start)) {
        aggregates.add(of(actual, customer + " " + start), event.measures());
      }
      if (random.nextInt(30) == 0) {
        combiner.sendThrough(MINUTE * (random.nextInt(6) - 2));
      }
    }
    combiner.sendAll();
    assertThat(results(aggregates, actual)).isEqualTo(results(aggregates, expected));
  }

  private static Totals of(Map<String, Totals> all, String key) {
    return all.computeIfAbsent(key, k -> Totals.empty(6, false));
  }

  private static Map<String, List<?>> results(Aggregates aggregates, Map<String, Totals> all) {
    Map<String, List<?>> results = new HashMap<>();
    all.forEach((key, totals) -> results.put(key, aggregates.results(totals)));
    return results;
  }

  private static Measures measures(Random random) {
    Measures measures = new Measures(Measure.of(ALL.window()).size());
    for (int i = 0; i < measures.size(); i++) {
      switch (random.nextInt(5)) {
        case 0 -> {}
        case 1 -> measures.set(i, BigInteger.valueOf(random.nextLong()).pow(2));
        case 2 -> measures.set(i, random.nextLong());
        default -> measures.set(i, random.nextInt(10_000) - 100);
      }
    }
    return measures;
  }

  private static void takeOneEach(Combiner combiner, String... customers) {
    for (String customer : customers) {
      take(combiner, customer, 0, 1);
    }
  }

  private static void take(Combiner combiner, String customer, long windowStart, long cents) {
    assertThat(combiner.take(event(customer, null, cents), windowStart)).isTrue();
  }

  private static Decoded.Event event(String customer, @Nullable String id, long cents) {
    Measures amount = new Measures(1);
    amount.set(0, cents);
    return new Decoded.Event(Utf8.of(customer), 0, id == null ? null : Utf8.of(id), amount);
  }

  private static Decoded.Event event(String customer, Measures measures) {
    return new Decoded.Event(Utf8.of(customer), 0, null, measures);
  }

  private Combiner combiner(LocalCombiner.Limits limits) {
    return LocalCombiner.under(COUNT_AND_SUM, limits).create(this::send);
  }

  private void send(PartialAggregate row) {
    sent.add(row.toString());
  }

  private List<String> taken() {
    List<String> taken = sent.stream().toList();
    sent.clear();
    return taken;
  }

  private static JobConfig config(String aggregates) {
    return JobConfigLoader.parse(
        "job: { name: test }\nwindow: { aggregates: { %s } }".formatted(aggregates),
        "test.yaml",
        List.of(),
        name -> null);
  }
}
