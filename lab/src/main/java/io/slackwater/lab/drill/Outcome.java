package io.slackwater.lab.drill;

import java.util.List;

/**
 * What a drill has found.
 *
 * @param checks all have to hold
 * @param tables counts side by side
 * @param pictures beside the timeline; mostly none
 */
record Outcome(List<Check> checks, List<SideBySide> tables, List<Picture> pictures) {
  Outcome {
    checks = List.copyOf(checks);
    tables = List.copyOf(tables);
    pictures = List.copyOf(pictures);
  }

  static Outcome of(List<Check> checks, SideBySide... tables) {
    return new Outcome(checks, List.of(tables), List.of());
  }

  boolean isExpected() {
    return !checks.isEmpty() && checks.stream().allMatch(Check::holds);
  }
}
