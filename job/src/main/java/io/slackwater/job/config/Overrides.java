package io.slackwater.job.config;

import java.util.LinkedHashMap;
import java.util.List;

/** Puts {@code key=value} arguments of the command line into the tree, the last one winning. */
final class Overrides {
  private final Schema schema;
  private final Problems problems;

  Overrides(Schema schema, Problems problems) {
    this.schema = schema;
    this.problems = problems;
  }

  void apply(List<String> overrides, ConfigNode.Section root) {
    for (int i = 0; i < overrides.size(); i++) {
      String override = overrides.get(i);
      int equals = override.indexOf('=');
      if (equals <= 0) {
        // The argument itself is not repeated: it may be a secret.
        problems.add(Where.COMMAND_LINE, "argument " + (i + 1), "expected key=value");
        continue;
      }
      List<String> path = schema.split(override.substring(0, equals));
      if (isKnown(path)) {
        put(root, path, override.substring(equals + 1));
      }
    }
  }

  private boolean isKnown(List<String> path) {
    for (int end = 1; end <= path.size(); end++) {
      List<String> part = path.subList(0, end);
      if (!schema.isSection(part) && schema.key(part).isEmpty()) {
        problems.add(Where.COMMAND_LINE, String.join(".", path), schema.unknown(part));
        return false;
      }
    }
    return true;
  }

  private static void put(ConfigNode.Section root, List<String> path, String value) {
    ConfigNode.Section section = root;
    for (String name : path.subList(0, path.size() - 1)) {
      if (!(section.children().get(name) instanceof ConfigNode.Section)) {
        section
            .children()
            .put(name, new ConfigNode.Section(Where.COMMAND_LINE, new LinkedHashMap<>()));
      }
      section = (ConfigNode.Section) section.children().get(name);
    }
    section
        .children()
        .put(path.get(path.size() - 1), new ConfigNode.Text(Where.COMMAND_LINE, value));
  }
}
