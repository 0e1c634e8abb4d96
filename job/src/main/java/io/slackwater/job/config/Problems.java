package io.slackwater.job.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gathers everything that is wrong with a configuration, so that it is reported in one go. */
final class Problems {
  private record Problem(Where where, String text) {}

  private final List<Problem> found = new ArrayList<>();

  /**
   * @param text what is wrong and what is allowed; never a resolved placeholder or a secret
   */
  void add(Where where, String key, String text) {
    found.add(new Problem(where, key + ": " + text));
  }

  /** A problem of the file itself rather than of a key. */
  void add(Where where, String text) {
    found.add(new Problem(where, text));
  }

  /**
   * @throws InvalidConfigException if there is any problem, naming all of them
   */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new InvalidConfigException(
          found.stream()
              .sorted(Comparator.comparingInt(problem -> problem.where().order()))
              .map(problem -> problem.where().prefix() + problem.text())
              .toList());
    }
  }
}
