package io.slackwater.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The pages of docs/ name commands, options and files that exist. */
class DocumentedCommandsTest {
  private static final Path DIRECTORY = Path.of("..", "docs");
  private static final Pattern COMMAND = Pattern.compile("\\./slackwater ([a-z-]+)([^`\\n]*)");
  private static final Pattern OPTION = Pattern.compile("(?<= |\\[)--[a-z-]+");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsAndTheirOptionsExist(Path page) throws IOException {
    CommandLine slackwater = Main.commandLine();
    Matcher command = COMMAND.matcher(Files.readString(page));
    while (command.find()) {
      assertThat(slackwater.getSubcommands()).as(command.group()).containsKey(command.group(1));
      CommandLine named = slackwater.getSubcommands().get(command.group(1));
      OPTION
          .matcher(command.group(2))
          .results()
          .forEach(
              option ->
                  assertThat(named.getCommandSpec().findOption(option.group()))
                      .as(command.group())
                      .isNotNull());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Path page) throws IOException {
    assertThat(LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)))
        .allSatisfy(link -> assertThat(DIRECTORY.resolve(link)).exists());
  }
}
