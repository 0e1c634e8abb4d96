package io.slackwater.ops.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Metrics that somebody may rely on, as a file has them: a line {@code name type label,label}, and
 * behind it, indented, what the number means.
 */
record Inventory(Map<String, Entry> entries) {
  static final Path DIRECTORY = Path.of("..", "deploy", "prometheus");

  /** What is not described; a test refuses it. */
  static final String UNDESCRIBED = "?";

  /** One metric. */
  record Entry(String type, Set<String> labels, String meaning) {
    Entry described(String text) {
      return new Entry(type, labels, text);
    }
  }

  static Inventory read(String file) throws IOException {
    Map<String, Entry> entries = new TreeMap<>();
    String last = null;
    for (String line : Files.readAllLines(DIRECTORY.resolve(file))) {
      if (line.startsWith(" ")) {
        entries.computeIfPresent(last, (name, entry) -> entry.described(line.strip()));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" ", -1);
        last = parts[0];
        Set<String> labels = new TreeSet<>(Set.of(parts[2].split(",")));
        labels.remove("-");
        entries.put(last, new Entry(parts[1], labels, UNDESCRIBED));
      }
    }
    return new Inventory(entries);
  }

  /** What a scrape has of some names. */
  static Inventory of(Scrape scrape, Set<String> names) {
    Map<String, Entry> entries = new TreeMap<>();
    for (Scrape.Sample sample : scrape.samples()) {
      if (names.contains(sample.name())) {
        Set<String> labels = new TreeSet<>(sample.labels().keySet());
        Entry earlier = entries.get(sample.name());
        if (earlier != null && !earlier.labels().equals(labels)) {
          throw new AssertionError(
              "%s comes with the labels %s and %s"
                  .formatted(sample.name(), labels, earlier.labels()));
        }
        entries.put(sample.name(), new Entry(type(scrape, sample.name()), labels, UNDESCRIBED));
      }
    }
    return new Inventory(entries);
  }

  private static String type(Scrape scrape, String name) {
    return scrape.types().getOrDefault(name, "none");
  }

  /** These, with what another says about their meaning. */
  Inventory describedAs(Inventory other) {
    Map<String, Entry> described = new TreeMap<>(entries);
    described.replaceAll(
        (name, entry) -> {
          Entry old = other.entries.get(name);
          return old == null ? entry : entry.described(old.meaning());
        });
    return new Inventory(described);
  }

  /** As a file has it, without its head. */
  String text() {
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (name, entry) ->
            text.append(name)
                .append(' ')
                .append(entry.type())
                .append(' ')
                .append(entry.labels().isEmpty() ? "-" : String.join(",", entry.labels()))
                .append("\n    ")
                .append(entry.meaning())
                .append('\n'));
    return text.toString();
  }

  /** Checks a file, or writes it anew with {@code -Dslackwater.update-docs=true}. */
  static String updated(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("slackwater.update-docs")) {
      Files.writeString(file, expected);
    }
    return Files.readString(file);
  }
}
