package io.slackwater.testkit.model;

import io.slackwater.testkit.model.Proof.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts problems and keeps the first of each kind as examples. */
final class Problems {
  private static final int EXAMPLES_OF_A_KIND = 10;

  private final Map<Problem, Long> counts = new EnumMap<>(Problem.class);
  private final List<String> examples = new ArrayList<>();

  void add(Problem problem, String what) {
    if (counts.merge(problem, 1L, Long::sum) <= EXAMPLES_OF_A_KIND) {
      examples.add(problem.name().toLowerCase(Locale.ROOT) + ": " + what);
    }
  }

  Map<Problem, Long> counts() {
    return Map.copyOf(counts);
  }

  List<String> examples() {
    return List.copyOf(examples);
  }
}
