package io.slackwater.job.config;

import java.util.Map;

/** What was written, with its place; its meaning is decided later. */
sealed interface ConfigNode {
  Where where();

  /** A single value, placeholders unresolved. */
  record Text(Where where, String text) implements ConfigNode {}

  /** Keys and what they hold, in the order written. Mutable, because overrides are put into it. */
  record Section(Where where, Map<String, ConfigNode> children) implements ConfigNode {}

  /** A list, which no key takes. */
  record Listing(Where where) implements ConfigNode {}

  /** A key without a value. */
  record Nothing(Where where) implements ConfigNode {}
}
