package io.slackwater.job.config;

import io.slackwater.job.config.ConfigNode.Listing;
import io.slackwater.job.config.ConfigNode.Nothing;
import io.slackwater.job.config.ConfigNode.Section;
import io.slackwater.job.config.ConfigNode.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Walks the tree along the schema: what belongs becomes a value, what does not a problem. */
final class TreeReader {
  private final Schema schema;
  private final Placeholders placeholders;
  private final Problems problems;
  private final Values values = new Values();

  TreeReader(Schema schema, Placeholders placeholders, Problems problems) {
    this.schema = schema;
    this.placeholders = placeholders;
    this.problems = problems;
  }

  Values read(Section root) {
    Group.ALL.forEach(group -> putDefault(root, group));
    section(List.of(), root);
    return values;
  }

  /** Puts the default of a section in its place if nothing stands there. */
  private static void putDefault(Section root, Group group) {
    ConfigNode parent = root;
    for (String name : group.path().subList(0, group.path().size() - 1)) {
      if (!(parent instanceof Section section)) {
        return;
      }
      parent =
          section.children().computeIfAbsent(name, n -> YamlTree.defaults("{}", section.where()));
    }
    if (parent instanceof Section section) {
      section
          .children()
          .computeIfAbsent(
              group.path().get(group.path().size() - 1),
              name -> YamlTree.defaults(group.defaultYaml(), section.where()));
    }
  }

  private void section(List<String> path, Section section) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, ConfigNode> entry : section.children().entrySet()) {
      List<String> child = Schema.child(path, entry.getKey());
      Optional<Key<?>> key = schema.key(child);
      if (key.isPresent()) {
        names.add(entry.getKey());
        value(child, key.get(), entry.getValue());
      } else if (schema.isSection(child)) {
        names.add(entry.getKey());
        subsection(child, entry.getValue());
      } else {
        problem(entry.getValue(), child, schema.unknown(child));
      }
    }
    values.section(path, section.where(), names);
    for (List<String> required : schema.requiredIn(path)) {
      if (!section.children().containsKey(required.get(required.size() - 1))) {
        problem(
            section,
            required,
            "missing; allowed: " + schema.key(required).orElseThrow().type().allowed());
      }
    }
  }

  private void subsection(List<String> path, ConfigNode node) {
    if (node instanceof Section section) {
      section(path, section);
    } else if (node instanceof Nothing) {
      problem(node, path, "has no keys; give it some, or remove it");
    } else if (!(schema.mayBeOff(path) && node instanceof Text text && text.text().equals("off"))) {
      problem(
          node,
          path,
          "must be a section with keys of its own" + (schema.mayBeOff(path) ? ", or off" : ""));
    }
  }

  private void value(List<String> path, Key<?> key, ConfigNode node) {
    if (node instanceof Text text) {
      Optional<String> resolved =
          placeholders.resolve(text.text(), problem -> problem(node, path, problem));
      values.value(path, node.where(), text.text(), resolved.orElse(""));
      if (resolved.isEmpty()) {
        values.refused(path);
      } else if (key.type().parse(resolved.get()).isEmpty()) {
        String shown = key.masked() ? "***" : text.text();
        refuse(node, path, "value '" + shown + "' is not " + key.type().name(), key);
      }
    } else if (node instanceof Nothing) {
      refuse(node, path, "has no value", key);
    } else {
      String found = node instanceof Listing ? "a list" : "a section";
      refuse(node, path, "must be a single value, not " + found, key);
    }
  }

  private void refuse(ConfigNode node, List<String> path, String text, Key<?> key) {
    problem(node, path, text + "; allowed: " + key.type().allowed());
    values.refused(path);
  }

  private void problem(ConfigNode node, List<String> path, String text) {
    problems.add(node.where(), String.join(".", path), text);
  }
}
