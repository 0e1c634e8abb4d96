package io.slackwater.bench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.bench.micro.MicroResults;
import io.slackwater.bench.operator.OperatorResults;
import io.slackwater.bench.run.JobResults;
import io.slackwater.bench.scale.BoundResults;
import io.slackwater.bench.scale.ScaleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page's figures are those of the result files: writes them, with {@code
 * -Dslackwater.update-docs=true}, or checks them.
 */
class PerformancePageTest {
  private static final Path PAGE = Path.of("..", "docs", "performance.md");
  private static final Path RESULTS = Path.of("results");
  private static final String BEGIN =
      "<!-- %s: written by PerformancePageTest, run with -Dslackwater.update-docs=true -->\n";
  private static final String END = "<!-- end of %s -->\n";

  @ParameterizedTest
  @ValueSource(strings = {"seed", "dense", "skewed", "operator", "micro", "scale", "bound"})
  void theFiguresAreThoseOfTheResultFile(String name) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN.formatted(name)) + BEGIN.formatted(name).length();
    int end = page.indexOf(END.formatted(name));
    assertThat(end).isGreaterThanOrEqualTo(begin);
    String expected = page.substring(0, begin) + figures(name) + page.substring(end);
    if (Boolean.getBoolean("slackwater.update-docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  private static String figures(String name) throws IOException {
    Path file = RESULTS.resolve(name + ".json");
    if (!Files.exists(file)) {
      return "Not measured yet.\n";
    }
    return switch (name) {
      case "seed", "dense", "skewed" -> jobs(ResultFiles.read(file, JobResults.class));
      case "operator" -> {
        OperatorResults results = ResultFiles.read(file, OperatorResults.class);
        yield origin(results.origin()) + results.summary().markdown();
      }
      case "micro" -> {
        MicroResults results = ResultFiles.read(file, MicroResults.class);
        yield origin(results.origin()) + results.summary().markdown();
      }
      case "bound" -> {
        BoundResults results = ResultFiles.read(file, BoundResults.class);
        yield origin(results.origin()) + results.summary().markdown();
      }
      default -> {
        ScaleResults results = ResultFiles.read(file, ScaleResults.class);
        yield origin(results.origin())
            + results.summary().markdown()
            + "\n"
            + results.steps().markdown();
      }
    };
  }

  private static String jobs(JobResults results) {
    StringBuilder text = new StringBuilder(origin(results.origin()));
    for (String work : results.works()) {
      text.append("\n`").append(work).append("`\n\n").append(results.summary(work).markdown());
    }
    return text.toString();
  }

  private static String origin(Origin origin) {
    return String.join("; ", origin.lines()).replace("`", "'") + "\n\n";
  }
}
