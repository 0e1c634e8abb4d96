package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaledRulesTest {
  @TempDir private Path directory;

  @Test
  void onlySpansOfTimeAreShortened() {
    assertThat(
            ScaledRules.spans(60)
                .scaled(
                    """
                - alert: A5m
                  expr: >
                    rate(a:ratio5m[5m]) > 600
                    and avg_over_time(b[6h] offset 1h) < 3600
                  for: 5m
                  annotations: { summary: "for 5m: offset of a quarter" }
                """))
        .isEqualTo(
            """
            - alert: A5m
              expr: >
                rate(a:ratio5m[5000ms]) > 600
                and avg_over_time(b[360000ms] offset 60000ms) < 3600
              for: 5000ms
              annotations: { summary: "for 5m: offset of a quarter" }
            """);
  }

  @Test
  void noSpanOfTheShippedRulesIsForgotten() throws IOException {
    List<Path> files = ScaledRules.spans(60).write(Path.of(".."), directory);

    assertThat(files).hasSize(2);
    for (Path file : files) {
      String rules = Files.readString(file);
      assertThat(rules).contains("ms]");
      assertThat(
              Pattern.compile("\\[\\d+[smhd]\\]|offset \\d+[smhd]\\b|for: \\d+[smhd]\\b")
                  .matcher(rules)
                  .find())
          .isFalse();
    }
  }

  @Test
  void anHourOfTheRulesIsShortenedLikeItsSpans() {
    assertThat(
            ScaledRules.spansAndHours(120)
                .scaled(
                    """
                    - alert: Headroom
                      expr: >
                        headroom_seconds < 3600
                        and predict_linear(free_bytes[1h], 4 * 3600) < 0 and lag_seconds > 30
                      for: 1m
                    """))
        .isEqualTo(
            """
            - alert: Headroom
              expr: >
                headroom_seconds < 30
                and predict_linear(free_bytes[30000ms], 4 * 30) < 0 and lag_seconds > 30
              for: 500ms
            """);
  }

  @Test
  void noHourOfTheShippedRulesIsForgotten() throws IOException {
    List<Path> files = ScaledRules.spansAndHours(60).write(Path.of(".."), directory);

    assertThat(files).hasSize(2);
    for (Path file : files) {
      assertThat(Files.readString(file)).doesNotContainPattern("\\b3600\\b");
    }
    assertThat(Files.readString(files.get(1)))
        .contains("slackwater_partition_retention_headroom_seconds) < 60", "4 * 60", "24 * 60");
  }
}
