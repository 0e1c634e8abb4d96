package io.slackwater.job.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;

/** How the tests of this package read a text, and what they get to see of it. */
final class ConfigTexts {
  private ConfigTexts() {}

  static JobConfig parse(String yaml, String... overrides) {
    return JobConfigLoader.parse(
        yaml, "job.yaml", List.of(overrides), Map.<String, String>of()::get);
  }

  /** The problems of a text that is refused. */
  static List<String> problems(String yaml, String... overrides) {
    return problems(Map.of(), yaml, overrides);
  }

  static List<String> problems(Map<String, String> environment, String yaml, String... overrides) {
    return catchThrowableOfType(
            InvalidConfigException.class,
            () -> JobConfigLoader.parse(yaml, "job.yaml", List.of(overrides), environment::get))
        .problems();
  }
}
