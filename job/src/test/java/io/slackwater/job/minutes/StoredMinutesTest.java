package io.slackwater.job.minutes;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.decode.Measures;
import io.slackwater.job.simulation.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whoever reads a savepoint sees whole customers, in however many pages they are. */
class StoredMinutesTest {
  private static final JobConfig CONFIG = Setting.MINUTES.job();

  @Test
  void customerInSeveralPagesIsOne() throws Exception {
    StoredPages pages = new StoredPages(CONFIG, 1);
    OpenWindows windows = pages.openWindows(0);
    for (String id : List.of("e-1", "e-2", "e-1", "e-3", "e-2")) {
      windows.add(60_000, 0, event("c-1", id, 125));
    }
    windows.add(60_000, 0, event("c-2", "e-1", 500));
    windows.add(-60_000, 0, event("c-1", "e-1", 7));
    assertThat(pages.size()).isEqualTo(7);

    StoredMinutes stored = new StoredMinutes(null, pages, null, null);

    List<String> open = new ArrayList<>();
    stored.forEachOpen((start, customer) -> open.add(start + " " + customer));
    assertThat(open).containsExactlyInAnyOrder("-60000 c-1", "60000 c-1", "60000 c-2");
    assertThat(results(stored, "c-1", pages))
        .isEqualTo(
            Map.of(
                -60_000L, List.of(new BigDecimal(1), new BigDecimal("0.07")),
                60_000L, List.of(new BigDecimal(3), new BigDecimal("3.75"))));
    assertThat(results(stored, "c-3", pages)).isEmpty();
  }

  private static Map<Long, List<BigDecimal>> results(
      StoredMinutes stored, String customer, StoredPages pages) throws Exception {
    Map<Long, List<BigDecimal>> results = new TreeMap<>();
    stored
        .open(Utf8.of(customer), pages.aggregates())
        .forEach((start, totals) -> results.put(start, pages.aggregates().results(totals)));
    return results;
  }

  private static Decoded.Event event(String customer, String id, long amount) {
    Measures measures = new Measures(1);
    measures.set(0, amount);
    return new Decoded.Event(Utf8.of(customer), 0, Utf8.of(id), measures);
  }
}
