package io.slackwater.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of deploy/runbooks. */
record RunbookPage(String name, List<String> lines) {
  static final Path DIRECTORY = Path.of("..", "deploy", "runbooks");
  private static final String PROMPT = "$ ";
  private static final String SLACKWATER = "./slackwater ";
  private static final String FLINK = "flink ";
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z]+)");

  /** What a block's commands do. */
  enum Kind {
    /** {@code console}: looks only. */
    LOOKS,
    /** {@code console changes}: changes something. */
    CHANGES,
    /** {@code console server}: runs until it is stopped. */
    SERVES,
    /** {@code flink}: Flink's own command line, not of this repository. */
    FLINK;

    static Kind of(String fence) {
      return switch (fence) {
        case "console" -> LOOKS;
        case "console changes" -> CHANGES;
        case "console server" -> SERVES;
        case "flink" -> FLINK;
        default ->
            throw new AssertionError("a block is console, console changes or flink: " + fence);
      };
    }
  }

  /**
   * One command line as it stands on the page.
   *
   * @param text without the prompt
   */
  record CommandLineOf(String page, int line, Kind kind, String text) {
    /** The words of a command of this repository, as a shell would pass them. */
    List<String> words(Map<String, String> variables) {
      List<String> words = new ArrayList<>();
      Matcher word = WORD.matcher(text.substring(SLACKWATER.length()));
      while (word.find()) {
        words.add(expanded(word.group(1) == null ? word.group(2) : word.group(1), variables));
      }
      return words;
    }

    private String expanded(String word, Map<String, String> variables) {
      return VARIABLE
          .matcher(word)
          .replaceAll(
              variable -> {
                String value = variables.get(variable.group(1));
                if (value == null) {
                  throw new AssertionError(this + ": nobody knows $" + variable.group(1));
                }
                return Matcher.quoteReplacement(value);
              });
    }

    @Override
    public String toString() {
      return "%s:%d %s".formatted(page, line, text);
    }
  }

  static List<RunbookPage> all() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(RunbookPage::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunbookPage read(Path file) {
    try {
      return new RunbookPage(file.getFileName().toString(), Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All command lines in order; every line of a block has to be one. */
  List<CommandLineOf> commands() {
    List<CommandLineOf> commands = new ArrayList<>();
    Kind block = null;
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1);
      if (line.startsWith("```")) {
        block = block == null ? Kind.of(line.substring(3).strip()) : null;
      } else if (block != null) {
        String prompt = block == Kind.FLINK ? "" : PROMPT;
        if (!line.startsWith(prompt + (block == Kind.FLINK ? FLINK : SLACKWATER))) {
          throw new AssertionError("%s:%d is no command: %s".formatted(name, number, line));
        }
        commands.add(new CommandLineOf(name, number, block, line.substring(prompt.length())));
      }
    }
    return commands;
  }

  /** The pages that this one links to. */
  List<String> links() {
    Pattern link = Pattern.compile("\\]\\(([^)]+)\\)");
    return lines.stream()
        .flatMap(line -> link.matcher(line).results())
        .map(found -> found.group(1))
        .toList();
  }
}
