package io.slackwater.job.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${env:NAME}} and {@code ${file:/path}} in a value. What comes out is not looked
 * at again, so a secret may itself contain the characters of a placeholder.
 */
final class Placeholders {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}?");
  private static final Pattern KNOWN =
      Pattern.compile("\\$\\{(env):([A-Za-z_][A-Za-z0-9_]*)}|\\$\\{(file):(/[^}]*)}");

  private final Function<String, Optional<String>> environment;

  /**
   * @param environment the value of a variable, empty where it is not set
   */
  Placeholders(Function<String, Optional<String>> environment) {
    this.environment = environment;
  }

  /**
   * The value with every placeholder replaced.
   *
   * @param problem told what cannot be replaced, by name and never by content
   * @return empty if there was a problem
   */
  Optional<String> resolve(String written, Consumer<String> problem) {
    StringBuilder resolved = new StringBuilder();
    boolean complete = true;
    Matcher matcher = PLACEHOLDER.matcher(written);
    while (matcher.find()) {
      Optional<String> value = value(matcher.toMatchResult(), problem);
      complete &= value.isPresent();
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(value.orElse("")));
    }
    matcher.appendTail(resolved);
    return complete ? Optional.of(resolved.toString()) : Optional.empty();
  }

  private Optional<String> value(MatchResult placeholder, Consumer<String> problem) {
    Matcher known = KNOWN.matcher(placeholder.group());
    if (!known.matches()) {
      problem.accept("unknown placeholder; allowed: ${env:NAME} and ${file:/absolute/path}");
      return Optional.empty();
    }
    return known.group(1) != null
        ? variable(known.group(2), problem)
        : file(known.group(4), problem);
  }

  private Optional<String> variable(String name, Consumer<String> problem) {
    Optional<String> value = environment.apply(name);
    if (value.isEmpty()) {
      problem.accept("environment variable " + name + " is not set; set it before the start");
    }
    return value;
  }

  private static Optional<String> file(String path, Consumer<String> problem) {
    try {
      String content = Files.readString(Path.of(path));
      return Optional.of(content.replaceFirst("\\r?\\n\\z", ""));
    } catch (IOException | InvalidPathException e) {
      problem.accept(
          "file " + path + " cannot be read as UTF-8 text; create it or correct the path");
      return Optional.empty();
    }
  }
}
