package io.slackwater.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.lab.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Every name in the tables of docs/drills.md is the name of something that there is. */
class DrillsPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final String COMMAND = "slackwater ";

  private static String read(String... path) throws IOException {
    return Files.readString(ROOT.resolve(Path.of("", path)));
  }

  /** The cells of the rows behind a mark, without the heading. */
  private static List<List<String>> table(String mark) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    String page = read("docs", "drills.md");
    for (String line : page.substring(page.indexOf(mark)).lines().skip(3).toList()) {
      if (!line.startsWith("|")) {
        break;
      }
      String[] cells = line.split("\\|", -1);
      rows.add(List.of(cells).subList(1, cells.length - 1));
    }
    return rows;
  }

  private static List<List<String>> rows() throws IOException {
    List<List<String>> rows = new ArrayList<>(table("<!-- mistakes -->"));
    rows.addAll(table("<!-- checklist -->"));
    return rows;
  }

  private static Set<String> names(String text) {
    return NAME.matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> column(int column) throws IOException {
    return names(rows().stream().map(row -> row.get(column)).collect(Collectors.joining()));
  }

  /** What stands first in the rows of a reference page, which tests of its own keep true. */
  private static Set<String> firstCells(String page) throws IOException {
    return Pattern.compile("(?m)^\\| `([^`]+)` \\|")
        .matcher(read("docs", page))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({"<!-- mistakes -->, 21", "<!-- checklist -->, 12"})
  void everyLineHasAnAnswer(String mark, int lines) throws IOException {
    List<List<String>> rows = table(mark);

    assertThat(rows).hasSize(lines);
    assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(5));
    assertThat(rows)
        .allSatisfy(row -> assertThat(names(String.join("", row))).hasSizeGreaterThanOrEqualTo(2));
  }

  @Test
  void configurationKeysAreKeys() throws IOException {
    assertThat(firstCells("configuration.md")).containsAll(column(1));
  }

  @Test
  void findingsAndCommandsAreFindingsAndCommands() throws IOException {
    Set<String> commands =
        new CommandLine(new Main())
            .getSubcommands().keySet().stream()
                .map(name -> COMMAND + name)
                .collect(Collectors.toSet());
    Set<String> found = column(2);

    assertThat(commands)
        .containsAll(found.stream().filter(each -> each.startsWith(COMMAND)).toList());
    assertThat(firstCells("check.md"))
        .containsAll(found.stream().filter(each -> !each.startsWith(COMMAND)).toList());
  }

  @Test
  void alertsAreAlerts() throws IOException {
    String rules = read("deploy", "prometheus", "rules", "slackwater-alerts.yml");

    assertThat(matches(Pattern.compile("- alert: (\\w+)"), rules)).containsAll(column(3));
  }

  @Test
  void drillsAreDrillsAndNoneIsMissing() throws IOException {
    assertThat(column(4)).containsExactlyInAnyOrderElementsOf(DrillsTest.STORIES);
  }

  @Test
  void thePageTellsEveryStory() throws IOException {
    String page = read("docs", "drills.md");
    List<String> told =
        Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\| [^|]*\\|$")
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();

    assertThat(told).isEqualTo(DrillsTest.STORIES);
  }
}
