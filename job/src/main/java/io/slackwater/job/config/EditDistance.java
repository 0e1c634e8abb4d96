package io.slackwater.job.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How many letters must be added, dropped or changed to make one word of another. */
final class EditDistance {
  private EditDistance() {}

  /** The candidate nearest to the word, unless even that one differs in half its letters. */
  static Optional<String> nearest(String word, Collection<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> between(word, candidate)))
        .filter(best -> between(word, best) * 2 < Math.max(word.length(), best.length()));
  }

  static int between(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        current[j] = Math.min(previous[j - 1] + change, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
