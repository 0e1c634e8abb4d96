package io.slackwater.job.config;

import java.util.List;

/**
 * A section whose presence as a whole means something.
 *
 * @param defaultYaml what stands there when the section is absent
 * @param mayBeOff whether the word {@code off} may stand in its place
 */
record Group(List<String> path, String defaultYaml, boolean mayBeOff, String meaning) {
  static Group of(String path, String defaultYaml, String meaning) {
    return new Group(Key.split(path), defaultYaml, false, meaning);
  }

  /** The same section, or the word {@code off}. */
  Group orOff() {
    return new Group(path, defaultYaml, true, meaning);
  }

  /** The path as the user writes it. */
  String dotted() {
    return String.join(".", path);
  }
}
