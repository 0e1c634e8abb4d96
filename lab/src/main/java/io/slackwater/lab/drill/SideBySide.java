package io.slackwater.lab.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts beside each other.
 *
 * @param columns what stands side by side
 * @param rows a name, then a cell for each column
 */
record SideBySide(String title, List<String> columns, List<List<String>> rows) {
  SideBySide {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  static SideBySide of(String title, String... columns) {
    return new SideBySide(title, List.of(columns), List.of());
  }

  /** With one more row of counts, in the order of the columns. */
  SideBySide row(String name, long... counts) {
    String[] cells = new String[counts.length];
    for (int i = 0; i < counts.length; i++) {
      cells[i] = String.format(Locale.ROOT, "%,d", counts[i]);
    }
    return row(name, cells);
  }

  /** With one more row. */
  SideBySide row(String name, String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "%s: %d cells for %d columns".formatted(name, cells.length, columns.size()));
    }
    List<String> row = new ArrayList<>(List.of(name));
    row.addAll(List.of(cells));
    List<List<String>> all = new ArrayList<>(rows);
    all.add(row);
    return new SideBySide(title, columns, all);
  }
}
