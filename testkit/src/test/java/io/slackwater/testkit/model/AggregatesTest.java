package io.slackwater.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.testkit.model.ModelConfig.Aggregate;
import io.slackwater.testkit.model.ModelConfig.Function;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AggregatesTest {

  private static List<String> aggregates(Function function, int scale, String... amounts) {
    Aggregate aggregate = new Aggregate("x", function, Optional.of("/amount"), scale);
    TestLog log = new TestLog();
    for (int i = 0; i < amounts.length; i++) {
      log.event(0, "id-" + i, "c", "14:00:00", amounts[i]);
    }
    List<String> values = new ArrayList<>();
    for (Result result :
        log.judge(ModelConfig.shipped().withAggregates(List.of(aggregate))).results().values()) {
      BigDecimal value = result.aggregates().get(0);
      values.add(value == null ? "null" : value.toPlainString());
    }
    return values;
  }

  @Test
  void sumsAreExact() {
    String[] tenths = new String[1_000];
    Arrays.fill(tenths, "0.1");

    assertThat(aggregates(Function.SUM, 1, tenths)).containsExactly("100.0");
    assertThat(aggregates(Function.SUM, 2, "123456789012345678.91", "0"))
        .containsExactly("123456789012345678.91");
    assertThat(aggregates(Function.SUM, 0, "9007199254740993", "1e1"))
        .containsExactly("9007199254741003");
    assertThat(aggregates(Function.SUM, 2, "-1.5", "1.50")).containsExactly("0.00");
  }

  @Test
  void smallestAndGreatestHaveTheScale() {
    assertThat(aggregates(Function.MIN, 2, "2", "-10", "null", "9.5")).containsExactly("-10.00");
    assertThat(aggregates(Function.MAX, 2, "2", "-10", "null", "9.5")).containsExactly("9.50");
  }

  @Test
  void averagesAreRoundedHalfToEvenAndSkipMissingValues() {
    assertThat(aggregates(Function.AVG, 2, "0.01", "0.02", "null")).containsExactly("0.02");
    assertThat(aggregates(Function.AVG, 2, "0.02", "0.03")).containsExactly("0.02");
    assertThat(aggregates(Function.AVG, 2, "-0.02", "-0.03")).containsExactly("-0.02");
    assertThat(aggregates(Function.AVG, 2, "1", "1", "0")).containsExactly("0.67");
  }

  @Test
  void overNoValueThereIsNone() {
    for (Function function : List.of(Function.SUM, Function.MIN, Function.MAX, Function.AVG)) {
      assertThat(aggregates(function, 2, "null", "null")).containsExactly("null");
    }
    assertThat(aggregates(Function.COUNT, 0, "null", "null")).containsExactly("0");
  }

  @Test
  void countOfAFieldCountsWhateverIsThere() {
    assertThat(aggregates(Function.COUNT, 0, "null", "1.5", "\"text\"", "false", "[]"))
        .containsExactly("4");
  }
}
