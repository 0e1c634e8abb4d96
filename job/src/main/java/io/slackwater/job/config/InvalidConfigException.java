package io.slackwater.job.config;

import java.util.List;

/**
 * A configuration that is refused. The message has one line per problem: where, which key, which
 * value, what is allowed. It never holds a secret, nor what a placeholder resolved to.
 */
public final class InvalidConfigException extends RuntimeException {
  private final List<String> problems;

  InvalidConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, in the order of the file's lines. */
  public List<String> problems() {
    return problems;
  }
}
