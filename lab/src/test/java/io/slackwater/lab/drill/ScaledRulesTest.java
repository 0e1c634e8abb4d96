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
            ScaledRules.scaled(
                """
                - alert: A5m
                  expr: >
                    rate(a:ratio5m[5m]) > 600
                    and avg_over_time(b[6h] offset 1h) < 3600
                  for: 5m
                  annotations: { summary: "for 5m: offset of a quarter" }
                """,
                60))
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
    List<Path> files = ScaledRules.write(Path.of(".."), directory, 60);

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
}
