package io.slackwater.lab;

import io.slackwater.lab.RunbookPage.CommandLineOf;
import io.slackwater.lab.Terminal.Ran;
import java.util.List;
import java.util.Optional;

/**
 * What a line of a page comes to in this night.
 *
 * @param page without its ending; empty: any
 * @param line what the line begins with, behind {@code ./slackwater}
 * @param output what it says
 */
record Expectation(String page, String line, int status, String output) {
  /** The first that fits counts. */
  private static final List<Expectation> ALL =
      List.of(
          // Nobody has told the journal which jar runs.
          new Expectation(
              "rescale",
              "rescale --config \"$CONFIG\" --rest \"$REST\" --to \"$N\"",
              1,
              "--running-jar"),
          new Expectation("", "check", 0, ""),
          new Expectation("", "monitor", 0, ""),
          new Expectation("", "savepoint", 0, "verify"),
          new Expectation("", "state", 0, ""),
          new Expectation("", "size", 0, ""),
          // One event in a hundred is late on purpose: no bound of a second will do.
          new Expectation("", "lateness", 1, "recommended"),
          new Expectation("", "verify", 0, ""),
          new Expectation("", "correct", 0, ""),
          new Expectation("", "dead-letters", 0, ""),
          new Expectation("", "rescale", 0, ""),
          new Expectation("", "upgrade", 0, ""),
          new Expectation("", "rollback", 0, ""),
          new Expectation("", "flink run", 0, "Job has been submitted"));

  static Expectation of(CommandLineOf command) {
    return ALL.stream()
        .filter(each -> each.isOf(command))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing is expected of " + command));
  }

  private boolean isOf(CommandLineOf command) {
    String typed = command.text().replaceFirst("^\\./slackwater ", "");
    boolean exact = !page.isEmpty();
    return (page.isEmpty() || command.page().equals(page + ".md"))
        && (exact ? typed.equals(line) : typed.startsWith(line));
  }

  /** What is not as expected. */
  Optional<String> surprise(Ran ran) {
    if (ran.status() != status) {
      return Optional.of("exit status %d instead of %d".formatted(ran.status(), status));
    }
    return ran.output().isBlank() || !ran.output().contains(output)
        ? Optional.of("does not say '%s'".formatted(output))
        : Optional.empty();
  }
}
