package io.slackwater.job.config;

import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads YAML into nodes that know their lines. Only what a configuration needs is taken: sections
 * and plain values, which stay the text that was written (YAML's own ideas of numbers, dates and
 * {@code off} do not apply). Anchors, aliases and tags are refused, a key given twice is too.
 */
final class YamlTree {
  private final String file;
  private final Problems problems;

  private YamlTree(String file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /**
   * Reads a document; an empty one is an empty section.
   *
   * @throws InvalidConfigException at once if it is not YAML; the parser's excerpt of the line is
   *     left out, since the line may hold a secret
   */
  static ConfigNode.Section parse(String yaml, String file, Problems problems) {
    return new YamlTree(file, problems).root(yaml);
  }

  /** A section that is there by default, at the place of the section around it. */
  static ConfigNode.Section defaults(String yaml, Where where) {
    Problems none = new Problems();
    ConfigNode.Section section = new YamlTree(where.file(), none).root(yaml);
    return new ConfigNode.Section(where, section.children());
  }

  private ConfigNode.Section root(String yaml) {
    Optional<ConfigNode> root =
        compose(yaml).flatMap(node -> convert(node, new Where(file, 1), "the file"));
    if (root.isPresent() && root.get() instanceof ConfigNode.Section section) {
      return section;
    }
    if (root.isPresent()) {
      problems.add(root.get().where(), "not a configuration; expected sections such as kafka:");
    }
    return new ConfigNode.Section(new Where(file, 1), new LinkedHashMap<>());
  }

  private Optional<Node> compose(String yaml) {
    try {
      return Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(yaml)));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      problems.add(new Where(file, line), "not valid YAML: " + withoutContent(e));
    } catch (YAMLException e) {
      problems.add(
          new Where(file, 1),
          "not valid YAML: a character that YAML forbids, more than 50 levels, or more than 3 MiB");
    }
    problems.throwIfAny();
    throw new AssertionError("unreachable: a problem was just added");
  }

  /** The parser quotes the name behind a {@code *} or {@code !}, which may be part of a secret. */
  private static String withoutContent(MarkedYAMLException e) {
    String problem = String.valueOf(e.getProblem());
    if (problem.startsWith("found undefined")) {
      return "a value that begins with * or ! must be quoted";
    }
    return e.getContext() == null ? problem : e.getContext() + ", " + problem;
  }

  private Optional<ConfigNode> convert(Node node, Where where, String path) {
    if (node.getAnchor() != null || !node.getTag().startsWith(Tag.PREFIX)) {
      problems.add(
          where, path, "anchors, aliases and tags are not supported; quote the value or repeat it");
      return Optional.empty();
    }
    if (node instanceof MappingNode mapping) {
      return Optional.of(section(mapping, where, path));
    }
    if (node instanceof ScalarNode scalar) {
      boolean nothing = scalar.isPlain() && node.getTag().equals(Tag.NULL);
      return Optional.of(
          nothing ? new ConfigNode.Nothing(where) : new ConfigNode.Text(where, scalar.getValue()));
    }
    return Optional.of(new ConfigNode.Listing(where));
  }

  private ConfigNode.Section section(MappingNode mapping, Where where, String path) {
    Map<String, ConfigNode> children = new LinkedHashMap<>();
    Map<String, Integer> firstLines = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      int line = tuple.getKeyNode().getStartMark().getLine() + 1;
      Where here = new Where(file, line);
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        problems.add(here, path, "a key must be a plain word");
        continue;
      }
      String key = keyNode.getValue();
      String keyPath = where.line() == 1 && path.equals("the file") ? key : path + "." + key;
      Integer first = firstLines.putIfAbsent(key, line);
      if (first != null) {
        problems.add(here, keyPath, "given twice, first in line " + first + "; keep one");
        continue;
      }
      convert(tuple.getValueNode(), here, keyPath).ifPresent(child -> children.put(key, child));
    }
    return new ConfigNode.Section(where, children);
  }
}
