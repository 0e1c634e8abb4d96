package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.slackwater.lab.RunbookPage.CommandLineOf;
import io.slackwater.lab.RunbookPage.Kind;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whoever types a line of a runbook at night must not be told that there is no such option. */
class RunbooksTest {
  private static final int LONGEST = 60;

  /** What the pages say must be in the shell, with values that mean something. */
  private static final Map<String, String> SHELL =
      Map.of(
          "CONFIG", "../config/slackwater.yaml",
          "REST", "http://127.0.0.1:8081",
          "SAVEPOINT", "/tmp/savepoint-1",
          "JAR", "slackwater.jar",
          "CUSTOMER", "c-17",
          "N", "4",
          "FROM", "2026-01-01T14:00:00Z",
          "TO", "2026-01-01T15:00:00Z");

  static List<RunbookPage> pages() {
    return RunbookPage.all();
  }

  static Stream<CommandLineOf> commands() {
    return pages().stream()
        .flatMap(page -> page.commands().stream())
        .filter(command -> command.kind() != Kind.FLINK);
  }

  @Test
  void everyPageThatAlertsNameIsThere() {
    assertThat(pages().stream().map(RunbookPage::name))
        .containsExactly(
            "README.md",
            "checkpoints-failing.md",
            "disk-full.md",
            "gc-pauses.md",
            "idle-partition.md",
            "lag-growing.md",
            "late-records.md",
            "lost-commits.md",
            "monitor-down.md",
            "poison.md",
            "profile-misses.md",
            "rescale.md",
            "restore-from-checkpoint.md",
            "retention-overtaking.md",
            "rollback.md",
            "upgrade.md",
            "watermark-stalled.md");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void commandIsUnderstood(CommandLineOf command) {
    List<String> words = command.words(SHELL);
    CommandLine slackwater = Main.commandLine();
    assertThat(slackwater.getSubcommands()).containsKey(words.get(0));
    assertThatCode(() -> slackwater.parseArgs(words.toArray(String[]::new)))
        .as(command.toString())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void pageIsShortAndSaysHowToKnowThatItWorked(RunbookPage page) {
    assertThat(page.lines()).hasSizeLessThanOrEqualTo(LONGEST);
    if (!page.name().equals("README.md")) {
      assertThat(page.commands()).isNotEmpty();
      assertThat(page.lines()).anyMatch(line -> line.startsWith("**It worked when**"));
    }
    assertThat(page.links())
        .allSatisfy(link -> assertThat(RunbookPage.DIRECTORY.resolve(link)).matches(Files::exists));
  }

  @Test
  void overviewLeadsToEveryPage() {
    RunbookPage overview = pages().get(0);
    assertThat(overview.links())
        .containsExactlyInAnyOrderElementsOf(
            pages().stream().skip(1).map(RunbookPage::name).toList());
  }
}
