package io.slackwater.job.config;

import java.util.List;

/**
 * A section whose presence as a whole means something.
 *
 * @param defaultYaml what stands there when the section is absent
 * @param mayBeOff whether the word {@code off} may stand in its place
 */
record Group(List<String> path, String defaultYaml, boolean mayBeOff, String meaning) {
  static final Group PROPERTIES =
      of("kafka.properties", "{}", "Settings of the Kafka client, by their Kafka names.");
  static final Group ALIGNMENT =
      of("watermarks.alignment", "{}", "Pausing of partitions that run ahead.").orOff();
  static final Group AGGREGATES =
      of(
          "window.aggregates",
          "{ orders: { function: count }, revenue: { function: sum, field: /amount, scale: 2 } }",
          "At least one, by name.");
  static final Group ATTRIBUTES =
      of(
          "customers.attributes",
          "{ segment: /segment, region: /address/region }",
          "The profile's attributes that results carry, by name; may be empty.");
  static final Group RESULTS =
      of("results", "{ kafka: {} }", "Where results go: kafka, jdbc or both.");

  static final List<Group> ALL = List.of(PROPERTIES, ALIGNMENT, AGGREGATES, ATTRIBUTES, RESULTS);

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
