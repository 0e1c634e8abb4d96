package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.simulation.Setting;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** A table of bytes says what maps of objects say. */
class WindowTableTest {
  private static final Aggregates ALL =
      new Aggregates(new Setting(60_000, 0, true, true, 60_000, false, false).job().window());
  private static final int MEASURES = 3;
  private static final BigInteger TWO_TO_THE_64 = BigInteger.ONE.shiftLeft(64);

  private final Map<Utf8, Totals> expected = new HashMap<>();

  private static WindowTable table() {
    return new WindowTable(ALL, new IdHash(42));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void eventsAddUpAsInObjects(@ForAll long seed) throws Exception {
    expected.clear();
    Random random = new Random(seed);
    WindowTable table = table();
    Traffic traffic = new Traffic(random);
    for (int i = random.nextInt(3_000); i > 0; i--) {
      Utf8 customer = traffic.customer();
      Utf8 id = traffic.id();
      Measures event = traffic.measures();
      assertThat(table.add(customer, id, event)).isEqualTo(addToExpected(customer, id, event));
    }
    assertThat(table.size()).isEqualTo(expected.size());
    assertThat(results(table)).isEqualTo(expectedResults());
    assertThat(results(merged(pages(table)))).isEqualTo(expectedResults());
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void partsMakeTheSameWhole(@ForAll long seed) throws Exception {
    expected.clear();
    Random random = new Random(seed);
    Traffic traffic = new Traffic(random);
    boolean identified = random.nextBoolean();
    WindowTable part = table();
    List<byte[]> pages = new ArrayList<>();
    for (int i = random.nextInt(2_000); i > 0; i--) {
      Utf8 customer = traffic.customer();
      Utf8 id = identified ? traffic.id() : null;
      Measures event = traffic.measures();
      addToExpected(customer, id, event);
      if (identified && !pages.isEmpty()) {
        part.append(customer, id, event);
      } else {
        part.add(customer, id, event);
      }
      if (random.nextInt(300) == 0) {
        pages.addAll(pages(part));
        part = table();
      }
    }
    pages.addAll(pages(part));
    assertThat(results(merged(pages))).isEqualTo(expectedResults());
  }

  @Test
  void numbersAreExactWhereBytesDoNotSuffice() throws Exception {
    WindowTable table = table();
    for (long amount : new long[] {Long.MAX_VALUE, 1, -5}) {
      Measures event = measures(amount);
      table.add(Utf8.of("c"), null, event);
      addToExpected(Utf8.of("c"), null, event);
    }
    Measures huge = measures(0);
    huge.set(0, TWO_TO_THE_64);
    table.add(Utf8.of("d"), null, huge);
    addToExpected(Utf8.of("d"), null, huge);

    assertThat(results(table)).isEqualTo(expectedResults());
    assertThat(results(table).get(Utf8.of("c")).get(1))
        .isEqualTo(new BigDecimal("92233720368547758.03"));
    assertThat(results(merged(pages(table)))).isEqualTo(expectedResults());
  }

  @Test
  void countsGrowBeyondWhatBytesHold() throws Exception {
    WindowTable table = table();
    Totals most = Totals.empty(ALL.size(), false);
    most.counts[0] = Integer.MAX_VALUE;
    table.merge(Utf8.of("c"), most);
    table.add(Utf8.of("c"), null, new Measures(MEASURES));
    table.merge(Utf8.of("c"), most);

    assertThat(results(table).get(Utf8.of("c")).get(0)).isEqualByComparingTo("4294967295");
    assertThat(results(merged(pages(table))).get(Utf8.of("c")).get(0))
        .isEqualByComparingTo("4294967295");
  }

  @Test
  void recordLargerThanAPageHasOneOfItsOwn() throws Exception {
    WindowTable table = table();
    for (int length : new int[] {1, 20_000, 2, 30_000, 3}) {
      for (int i = 0; i < 2; i++) {
        Utf8 customer = Utf8.of("c".repeat(length));
        Utf8 id = Utf8.of("i".repeat(length) + i);
        Measures event = measures(length);
        assertThat(table.add(customer, id, event)).isTrue();
        assertThat(table.add(customer, id, event)).isFalse();
        addToExpected(customer, id, event);
      }
    }
    assertThat(results(merged(pages(table)))).isEqualTo(expectedResults());
  }

  @Test
  void onlyPagesThatChangedAreToBeWritten() throws Exception {
    WindowTable table = table();
    for (int i = 0; i < 1_000; i++) {
      table.add(Utf8.of("c-" + i), Utf8.of("e-" + i), measures(i));
    }
    assertThat(table.pageCount()).isBetween(3, 10);
    assertThat(changed(table)).hasSize(table.pageCount());
    pages(table);
    assertThat(changed(table)).isEmpty();

    assertThat(table.add(Utf8.of("c-0"), Utf8.of("e-0"), measures(1))).isFalse();
    assertThat(changed(table)).isEmpty();
    table.add(Utf8.of("c-0"), Utf8.of("e-new"), measures(1));
    assertThat(changed(table)).containsExactly(0);
    table.add(Utf8.of("new"), Utf8.of("e"), measures(1));
    assertThat(changed(table)).containsExactly(0, table.pageCount() - 1);
  }

  @Test
  void pagesThatContradictEachOtherAreAFault() throws Exception {
    WindowTable table = table();
    table.add(Utf8.of("c"), Utf8.of("e-1"), measures(1));
    table.add(Utf8.of("c"), Utf8.of("e-2"), measures(1));
    List<byte[]> page = pages(table);
    List<byte[]> twice = List.of(page.get(0), page.get(0));
    assertThatThrownBy(() -> merged(twice))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("of customer c is counted in two pages of one window");
  }

  @Test
  void sameIdOfAnotherCustomerIsAnotherEvent() {
    WindowTable table = table();
    assertThat(table.add(Utf8.of("c-1"), Utf8.of("e"), measures(1))).isTrue();
    assertThat(table.add(Utf8.of("c-2"), Utf8.of("e"), measures(1))).isTrue();
    assertThat(table.add(Utf8.of("c-1"), Utf8.of("e"), measures(1))).isFalse();
  }

  private boolean addToExpected(Utf8 customer, Utf8 id, Measures event) {
    Totals totals = expected.computeIfAbsent(customer, c -> Totals.empty(ALL.size(), true));
    if (!totals.isNew(id)) {
      return false;
    }
    ALL.add(totals, event);
    return true;
  }

  private Map<Utf8, List<BigDecimal>> expectedResults() {
    Map<Utf8, List<BigDecimal>> results = new HashMap<>();
    expected.forEach((customer, totals) -> results.put(customer, ALL.results(totals)));
    return results;
  }

  private static Map<Utf8, List<BigDecimal>> results(WindowTable table) throws Exception {
    Map<Utf8, List<BigDecimal>> results = new HashMap<>();
    table.forEach(
        (customer, totals) ->
            assertThat(results.put(customer, ALL.results(totals))).as("%s", customer).isNull());
    return results;
  }

  private static List<Integer> changed(WindowTable table) {
    List<Integer> changed = new ArrayList<>();
    for (int page = 0; page < table.pageCount(); page++) {
      if (table.hasChanged(page)) {
        changed.add(page);
      }
    }
    return changed;
  }

  private static List<byte[]> pages(WindowTable table) throws Exception {
    List<byte[]> pages = new ArrayList<>();
    int customers = 0;
    for (int page = 0; page < table.pageCount(); page++) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      table.writePage(page, out);
      pages.add(out.getCopyOfBuffer());
      customers += WindowPages.customers(out.getCopyOfBuffer());
    }
    assertThat(customers).isEqualTo(table.size());
    return pages;
  }

  private static WindowTable merged(List<byte[]> pages) throws Exception {
    WindowTable whole = table();
    for (byte[] page : pages) {
      WindowPages.read(page, whole::merge);
    }
    return whole;
  }

  private static Measures measures(long amount) {
    Measures measures = new Measures(MEASURES);
    for (int i = 0; i < MEASURES; i++) {
      measures.set(i, amount);
    }
    return measures;
  }

  /** Customers, ids and numbers that often are the same, and sometimes are extreme. */
  private static final class Traffic {
    private static final List<BigInteger> EXTREMES =
        List.of(
            BigInteger.valueOf(Long.MAX_VALUE),
            BigInteger.valueOf(Long.MIN_VALUE),
            TWO_TO_THE_64,
            TWO_TO_THE_64.negate());

    private final Random random;
    private final int customers;
    private final int ids;
    private final boolean extreme;

    Traffic(Random random) {
      this.random = random;
      this.customers = 1 + random.nextInt(random.nextBoolean() ? 10 : 2_000);
      this.ids = 1 + random.nextInt(random.nextBoolean() ? 10 : 2_000);
      this.extreme = random.nextInt(4) == 0;
    }

    Utf8 customer() {
      return text("c", random.nextInt(customers));
    }

    Utf8 id() {
      return text("e", random.nextInt(ids));
    }

    /** Of any length, the empty one included. */
    private static Utf8 text(String letter, int number) {
      return number == 0
          ? Utf8.of("")
          : Utf8.of(String.join("", Collections.nCopies(number % 40, letter)) + number);
    }

    Measures measures() {
      Measures measures = new Measures(MEASURES);
      for (int i = 0; i < MEASURES; i++) {
        if (extreme && random.nextInt(20) == 0) {
          measures.set(i, EXTREMES.get(random.nextInt(EXTREMES.size())));
        } else if (random.nextInt(5) > 0) {
          measures.set(i, random.nextLong() >> random.nextInt(Long.SIZE));
        }
      }
      return measures;
    }
  }
}
