package io.slackwater.ops.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What must hold of the arithmetic whatever the numbers. */
class SizingPropertiesTest {
  /** More of one of these is more load. */
  @Provide
  Arbitrary<Input> burdens() {
    return Arbitraries.of(
        Input.RATE,
        Input.RECORD_SIZE,
        Input.RETENTION,
        Input.REPLICATION,
        Input.CUSTOMERS,
        Input.PROFILE_SIZE,
        Input.OUT_OF_ORDERNESS,
        Input.RESULT_SIZE,
        Input.WINDOW_ENTRY_SIZE,
        Input.SHUFFLED_SIZE,
        Input.REWRITES,
        Input.OUTAGE);
  }

  @Provide
  Arbitrary<Load> loads() {
    return Arbitraries.randomValue(
        random -> {
          Map<Input, Double> values = new EnumMap<>(Input.class);
          for (Input input : Input.values()) {
            double scale = Math.pow(10, random.nextDouble() * 4 - 2);
            values.put(input, Math.max(1, Math.ceil(input.byDefault() * scale)));
          }
          return new Load(values);
        });
  }

  private static List<Line> lines(Load load) {
    List<Line> lines = new ArrayList<>();
    Sizing.of(load).values().forEach(lines::addAll);
    return lines;
  }

  @Property
  void moreLoadNeverNeedsLess(
      @ForAll("loads") Load load,
      @ForAll("burdens") Input burden,
      @ForAll @DoubleRange(min = 1, max = 1000) double factor) {
    List<Line> before = lines(load);
    List<Line> after = lines(load.with(burden, Math.ceil(load.get(burden) * factor)));

    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i).value())
          .as("%s when %s grows", before.get(i).id(), burden)
          .isGreaterThanOrEqualTo(before.get(i).value() * (1 - 1e-12));
    }
  }

  @Property
  void aLimitThatBindsBindsWithMoreLoad(
      @ForAll("loads") Load load,
      @ForAll("burdens") Input burden,
      @ForAll @DoubleRange(min = 1, max = 1000) double factor) {
    // More retention is both more to store and a longer way back.
    if (burden == Input.RETENTION) {
      return;
    }
    List<Line> before = lines(load);
    List<Line> after = lines(load.with(burden, Math.ceil(load.get(burden) * factor)));

    for (int i = 0; i < before.size(); i++) {
      if (before.get(i).binds() != null) {
        assertThat(after.get(i).binds()).as(before.get(i).id()).isNotNull();
      }
    }
  }

  @Property
  void moreSubtasksNeverNeedMoreEach(
      @ForAll("loads") Load load, @ForAll @IntRange(min = 1, max = 500) int more) {
    Load wider = load.with(Input.RESCALE_TO, load.get(Input.RESCALE_TO) + more);
    for (String id :
        List.of(
            "state-per-task-rescaled",
            "heap-per-task-rescaled",
            "managed-per-task-rescaled",
            "catch-up-rescaled",
            "restore-download-rescaled")) {
      assertThat(value(wider, id)).as(id).isLessThanOrEqualTo(value(load, id));
    }
  }

  @Property
  void theFullestSubtasksTogetherHoldTheWholeState(@ForAll("loads") Load load) {
    double together = value(load, "state-per-task-now") * load.get(Input.PARALLELISM);

    assertThat(together).isGreaterThanOrEqualTo(value(load, "state") * (1 - 1e-12));
  }

  @Property
  void everySubtaskHasTheSameNumberOfPartitions(@ForAll("loads") Load load) {
    double subtasks = Math.max(load.get(Input.PARALLELISM), load.get(Input.RESCALE_TO));

    assertThat(value(load, "partitions") % subtasks).isZero();
  }

  private static double value(Load load, String id) {
    return lines(load).stream().filter(l -> l.id().equals(id)).findFirst().orElseThrow().value();
  }
}
