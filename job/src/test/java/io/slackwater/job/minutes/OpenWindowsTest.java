package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.flow.PartialAggregate;
import io.slackwater.job.simulation.Setting;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * What is spilled, written and restored comes out as it went in, and takes no more than allowed.
 */
class OpenWindowsTest {
  private static final JobConfig CONFIG = Setting.MINUTES.job();
  private static final long MINUTE = 60_000;

  private record Place(long start, int keyGroup, Utf8 customer) {
    Place share() {
      return new Place(start, keyGroup, Utf8.of(""));
    }
  }

  private final StoredPages state = new StoredPages(CONFIG, 3);

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void everythingComesOutOnceWhateverTheMemory(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    StoredPages state = new StoredPages(CONFIG, 3);
    boolean identified = random.nextInt(4) > 0;
    long most = random.nextInt(3) == 0 ? 0 : random.nextInt(200_000);
    long limit = most;
    OpenWindows windows = state.openWindows(limit);
    Map<Place, Totals> expected = new HashMap<>();
    Map<Place, List<BigDecimal>> closed = new HashMap<>();
    Set<Place> closedShares = new HashSet<>();
    int customers = 1 + random.nextInt(300);
    long duplicates = 0;
    long found = 0;

    for (int i = random.nextInt(4_000); i > 0; i--) {
      int dice = random.nextInt(1_000);
      if (dice < 3) {
        windows.write();
        limit = random.nextBoolean() ? most : 0;
        windows = state.openWindows(limit);
        for (int keyGroup : state.keyGroups()) {
          windows.restore(keyGroup);
        }
      } else if (dice < 10) {
        windows.write();
      } else if (dice < 12 && windows.oldest() != null) {
        found += close(windows, closed);
        closed.keySet().forEach(p -> closedShares.add(p.share()));
      } else {
        long start = (random.nextInt(6) - 3) * MINUTE;
        Utf8 customer = Utf8.of("c-" + random.nextInt(customers));
        Place place = new Place(start, random.nextInt(3), customer);
        if (closedShares.contains(place.share())) {
          continue;
        }
        Utf8 id = identified ? Utf8.of("e-" + random.nextInt(customers * 5)) : null;
        Decoded.Event event = new Decoded.Event(customer, start, id, amount(random.nextInt(100)));
        duplicates += addTo(expected, place, event, state.aggregates()) ? 0 : 1;
        if (identified || random.nextBoolean()) {
          found += windows.add(start, place.keyGroup(), event) ? 0 : 1;
        } else {
          windows.merge(twice(event, state.aggregates()), place.keyGroup());
          addTo(expected, place, event, state.aggregates());
        }
        assertThat(windows.bytes()).isLessThanOrEqualTo(limit);
      }
    }
    while (windows.oldest() != null) {
      found += close(windows, closed);
    }

    Map<Place, List<BigDecimal>> results = new HashMap<>();
    expected.forEach((place, totals) -> results.put(place, state.aggregates().results(totals)));
    assertThat(closed).isEqualTo(results);
    assertThat(found).isEqualTo(duplicates);
    assertNothingIsLeft(windows, state);
  }

  private static boolean addTo(
      Map<Place, Totals> expected, Place place, Decoded.Event event, Aggregates aggregates) {
    Totals totals =
        expected.computeIfAbsent(place, p -> Totals.empty(aggregates.size(), event.id() != null));
    if (!totals.isNew(event.id())) {
      return false;
    }
    aggregates.add(totals, event.measures());
    return true;
  }

  /** An event and another one like it. */
  private static PartialAggregate twice(Decoded.Event event, Aggregates aggregates) {
    Totals totals = Totals.empty(aggregates.size(), false);
    aggregates.add(totals, event.measures());
    aggregates.add(totals, event.measures());
    return new PartialAggregate(event.customer(), event.time(), totals.counts, totals.values);
  }

  /** Closes one share; gives the number of duplicates that were found at it. */
  private long close(OpenWindows windows, Map<Place, List<BigDecimal>> closed) throws Exception {
    OpenWindows.Closing closing = windows.takeOldest();
    closing
        .customers()
        .forEach(
            (customer, totals) -> {
              Place place = new Place(closing.windowStart(), closing.keyGroup(), customer);
              assertThat(closed.put(place, state.aggregates().results(totals))).isNull();
            });
    return closing.duplicates();
  }

  private static void assertNothingIsLeft(OpenWindows windows, StoredPages state) {
    assertThat(state.size()).isZero();
    assertThat(windows.bytes()).isZero();
    assertThat(windows.size()).isZero();
    assertThat(windows.spilledPages()).isZero();
    assertThat(windows.spilledBytes()).isZero();
    assertThat(windows.newest()).isNull();
  }

  @Test
  void hourOfOpenMinutesStaysWithinItsBound() throws Exception {
    long most = 4_000_000;
    OpenWindows windows = state.openWindows(most);
    int perMinute = 3_000;
    long largest = 0;
    for (int minute = 0; minute < 61; minute++) {
      for (int i = 0; i < perMinute; i++) {
        windows.add(minute * MINUTE, i % 3, event("c-" + i, "event-" + minute + "-" + i));
        largest = Math.max(largest, windows.bytes());
      }
    }
    assertThat(largest).isBetween(most / 2, most);
    assertThat(windows.size()).isEqualTo(61 * perMinute);
    assertThat(windows.spilledBytes()).isGreaterThan(most);

    Map<Long, Integer> closed = new TreeMap<>();
    while (windows.oldest() != null) {
      OpenWindows.Closing closing = windows.takeOldest();
      closed.merge(closing.windowStart(), closing.customers().size(), Integer::sum);
    }
    assertThat(closed).hasSize(61).allSatisfy((start, n) -> assertThat(n).isEqualTo(perMinute));
    assertNothingIsLeft(windows, state);
  }

  /** What the bound is worth: bytes of the class's own counting are bytes of the heap. */
  @Test
  void whatIsCountedIsWhatTheHeapHolds() throws Exception {
    OpenWindows windows = state.openWindows(Long.MAX_VALUE);
    long before = usedHeap();
    for (int i = 0; i < 200_000; i++) {
      windows.add(i % 61 * MINUTE, i % 3, event("customer-" + i, "event-" + i));
    }
    assertThat(windows.bytes() / (double) (usedHeap() - before)).isBetween(0.9, 1.1);
    assertThat(windows.bytes()).isGreaterThan(10_000_000);
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void oldestWindowsAreSpilledFirst() throws Exception {
    OpenWindows windows = state.openWindows(1_000_000);
    for (int minute = 0; windows.spilledPages() == 0; minute++) {
      for (int i = 0; i < 1_000; i++) {
        windows.add(minute * MINUTE, 0, event("c-" + i, "e-" + i));
      }
    }
    assertThat(state.puts()).allMatch(page -> page.windowStart() <= MINUTE);
  }

  @Test
  void checkpointWritesOnlyWhatHasChanged() throws Exception {
    OpenWindows windows = state.openWindows(100_000_000);
    for (int minute = 0; minute < 60; minute++) {
      windows.add(minute * MINUTE, minute % 3, event("c", "e"));
    }
    windows.write();
    assertThat(state.puts()).hasSize(60);
    windows.write();
    assertThat(state.puts()).isEmpty();

    windows.add(7 * MINUTE, 1, event("c", "late"));
    windows.add(7 * MINUTE, 1, event("c", "late"));
    windows.add(59 * MINUTE, 1, event("c", "new"));
    windows.write();
    assertThat(state.puts())
        .containsExactlyInAnyOrder(new PageId(7 * MINUTE, 0), new PageId(59 * MINUTE, 0));
  }

  @Test
  void whatACheckpointHasWrittenIsSpilledWithoutWriting() throws Exception {
    OpenWindows windows = state.openWindows(1_000_000);
    int minute = 0;
    for (; windows.bytes() < 800_000; minute++) {
      for (int i = 0; i < 1_000; i++) {
        windows.add(minute * MINUTE, 0, event("c-" + i, "e-" + i));
      }
    }
    windows.write();
    state.puts();
    for (int i = 0; windows.spilledPages() == 0; i++) {
      windows.add(minute * MINUTE, 0, event("c-" + i, "e-" + i));
    }
    assertThat(state.puts()).isEmpty();
  }

  @Test
  void duplicateOfASpilledEventIsFoundAtTheClose() throws Exception {
    OpenWindows windows = state.openWindows(0);
    assertThat(windows.add(0, 0, event("c", "e-1"))).isTrue();
    assertThat(windows.add(0, 0, event("c", "e-2"))).isTrue();
    assertThat(windows.add(0, 0, event("c", "e-1"))).isTrue();
    assertThat(windows.add(0, 0, event("d", "e-1"))).isTrue();

    OpenWindows.Closing closing = windows.takeOldest();
    Map<String, List<BigDecimal>> results = new TreeMap<>();
    closing
        .customers()
        .forEach((c, totals) -> results.put(c.toString(), state.aggregates().results(totals)));
    assertThat(results)
        .isEqualTo(
            Map.of(
                "c", List.of(new BigDecimal(2), new BigDecimal("0.20")),
                "d", List.of(new BigDecimal(1), new BigDecimal("0.10"))));
    assertThat(closing.duplicates()).isEqualTo(1);
  }

  @Test
  void withoutIdsWhatIsSpilledDoesNotGrowWithTheEvents() throws Exception {
    OpenWindows windows = state.openWindows(20_000);
    for (int i = 0; i < 50_000; i++) {
      windows.add(0, 0, new Decoded.Event(Utf8.of("c-" + i % 10), 0, null, amount(1)));
    }
    assertThat(windows.size()).isEqualTo(10);
    assertThat(windows.spilledPages()).isZero();
  }

  @Test
  void missingPageIsDamage() throws Exception {
    OpenWindows windows = state.openWindows(0);
    windows.add(0, 0, event("c", "e-1"));
    windows.add(0, 0, event("c", "e-2"));
    state.remove(new PageId(0, 1));
    assertThatThrownBy(windows::takeOldest)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("page 1 of the window at 0 is missing in key group 0");
  }

  private static Decoded.Event event(String customer, String id) {
    return new Decoded.Event(Utf8.of(customer), 0, Utf8.of(id), amount(10));
  }

  private static Measures amount(long unscaled) {
    Measures measures = new Measures(1);
    measures.set(0, unscaled);
    return measures;
  }
}
