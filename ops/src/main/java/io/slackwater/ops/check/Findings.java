package io.slackwater.ops.check;

import java.util.ArrayList;
import java.util.List;

/** Gathers what the checks say. */
final class Findings {
  private final List<Finding> found = new ArrayList<>();
  private final List<NotChecked> notChecked = new ArrayList<>();

  void add(FindingId id, String found) {
    this.found.add(new Finding(id, found));
  }

  void notChecked(String what, String because) {
    NotChecked open = new NotChecked(what, because);
    if (!notChecked.contains(open)) {
      notChecked.add(open);
    }
  }

  Report report() {
    return new Report(found, notChecked);
  }
}
