package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FasterRulesTest {
  @TempDir private Path directory;

  @Test
  void anHourOfTheRulesIsShortenedLikeItsSpans() {
    assertThat(
            new FasterRules(120)
                .faster(
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
    List<Path> files = new FasterRules(60).write(Path.of(".."), directory);

    assertThat(files).hasSize(2);
    for (Path file : files) {
      assertThat(Files.readString(file)).doesNotContainPattern("\\b3600\\b");
    }
    assertThat(Files.readString(files.get(1)))
        .contains("slackwater_partition_retention_headroom_seconds) < 60", "4 * 60", "24 * 60");
  }
}
