package io.slackwater.job.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The values that were given, by key; a key without one has its default. */
final class Values {
  private record Section(Where where, List<String> names) {}

  private record Given(Where where, String written, String resolved) {}

  private final Map<List<String>, Section> sections = new HashMap<>();
  private final Map<List<String>, Given> given = new HashMap<>();
  private final Set<List<String>> unusable = new HashSet<>();

  /**
   * @param names what the section holds, in the order of the file
   */
  void section(List<String> path, Where where, List<String> names) {
    sections.put(path, new Section(where, List.copyOf(names)));
  }

  /**
   * @param written as the user wrote it, the only form that a message may show
   */
  void value(List<String> path, Where where, String written, String resolved) {
    given.put(path, new Given(where, written, resolved));
  }

  /** Marks a key that has been refused already, so that no rule looks at it again. */
  void refused(List<String> path) {
    unusable.add(path);
  }

  /** Whether the section was written, or is there by default. */
  boolean has(List<String> section) {
    return sections.containsKey(section);
  }

  boolean isGiven(Key<?> key) {
    return given.containsKey(key.path()) || unusable.contains(key.path());
  }

  /** Whether these keys all have values that can be compared with each other. */
  boolean areUsable(Key<?>... keys) {
    for (Key<?> key : keys) {
      if (unusable.contains(key.path()) || find(key).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The value given, or else the default, or else nothing. */
  <T> Optional<T> find(Key<T> key) {
    Given value = given.get(key.path());
    Optional<String> text = value == null ? key.defaultText() : Optional.of(value.resolved());
    return text.flatMap(key.type()::parse);
  }

  /** The value of a key that always has one. */
  <T> T get(Key<T> key) {
    return find(key).orElseThrow();
  }

  /** What a section holds, in the order of the file; nothing where there is no such section. */
  List<String> names(List<String> section) {
    return has(section) ? sections.get(section).names() : List.of();
  }

  /** Where a key or section stands; where it is absent, the nearest section around it. */
  Where where(List<String> path) {
    if (given.containsKey(path)) {
      return given.get(path).where();
    }
    List<String> section = path;
    while (!sections.containsKey(section)) {
      section = section.subList(0, section.size() - 1);
    }
    return sections.get(section).where();
  }

  /** The value as a message may show it. */
  String shown(Key<?> key) {
    Given value = given.get(key.path());
    if (value == null) {
      return key.defaultText().orElse("");
    }
    return key.masked() ? "***" : value.written();
  }
}
