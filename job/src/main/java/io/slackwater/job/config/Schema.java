package io.slackwater.job.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The shape of the file, as the {@link Keys} imply it: which sections and keys exist where. */
final class Schema {
  private final Map<List<String>, Key<?>> keys = new LinkedHashMap<>();
  private final Map<List<String>, Set<String>> children = new LinkedHashMap<>();
  private final Map<List<String>, Group> groups = new HashMap<>();

  Schema() {
    for (Key<?> key : Keys.ALL) {
      keys.put(key.path(), key);
      for (int i = 0; i < key.path().size(); i++) {
        children
            .computeIfAbsent(key.path().subList(0, i), path -> new LinkedHashSet<>())
            .add(key.path().get(i));
      }
    }
    Group.ALL.forEach(group -> groups.put(group.path(), group));
  }

  Optional<Key<?>> key(List<String> path) {
    return Optional.ofNullable(keys.get(pattern(path)));
  }

  boolean isSection(List<String> path) {
    return children.containsKey(pattern(path));
  }

  /** Whether the word {@code off} may stand in the place of this section. */
  boolean mayBeOff(List<String> path) {
    Group group = groups.get(path);
    return group != null && group.mayBeOff();
  }

  /** The keys that must be there if the section is. */
  List<List<String>> requiredIn(List<String> section) {
    List<List<String>> required = new ArrayList<>();
    for (String name : children.get(pattern(section))) {
      List<String> path = child(section, name);
      if (key(path).filter(k -> k.whenAbsent() == Key.WhenAbsent.REFUSED).isPresent()) {
        required.add(path);
      }
    }
    return required;
  }

  /**
   * Splits what the user wrote with dots. Where the last segment is a name that the user chooses,
   * it takes all that is left, since the names of Kafka's settings have dots themselves.
   */
  List<String> split(String dotted) {
    List<String> path = new ArrayList<>();
    String rest = dotted;
    while (!rest.isEmpty()) {
      boolean takesAll = keys.containsKey(child(pattern(path), Key.ANY));
      int dot = takesAll ? -1 : rest.indexOf('.');
      path.add(dot < 0 ? rest : rest.substring(0, dot));
      rest = dot < 0 ? "" : rest.substring(dot + 1);
    }
    return List.copyOf(path);
  }

  /** What to say about a path that does not exist: the key that was probably meant. */
  String unknown(List<String> path) {
    List<String> section = path.subList(0, path.size() - 1);
    String name = path.get(path.size() - 1);
    Set<String> siblings = children.getOrDefault(pattern(section), Set.of());
    if (siblings.isEmpty()) {
      return "unknown key; " + String.join(".", section) + " takes a value, not keys";
    }
    Optional<String> meant =
        EditDistance.nearest(name, siblings)
            .map(sibling -> String.join(".", child(section, sibling)))
            .or(() -> elsewhere(name));
    return meant
        .map(key -> "unknown key; did you mean '" + key + "'?")
        .orElseGet(() -> "unknown key; allowed here: " + String.join(", ", siblings));
  }

  /** The same name in another section. */
  private Optional<String> elsewhere(String name) {
    return children.keySet().stream()
        .filter(section -> children.get(section).contains(name))
        .map(section -> String.join(".", child(section, name)))
        .findFirst();
  }

  /** The path with the user's own names replaced by {@link Key#ANY}. */
  private List<String> pattern(List<String> path) {
    List<String> pattern = List.of();
    for (String segment : path) {
      boolean any = children.getOrDefault(pattern, Set.of()).contains(Key.ANY);
      pattern = child(pattern, any ? Key.ANY : segment);
    }
    return pattern;
  }

  static List<String> child(List<String> section, String name) {
    List<String> path = new ArrayList<>(section);
    path.add(name);
    return List.copyOf(path);
  }
}
