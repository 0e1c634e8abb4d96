package io.slackwater.job.simulation;

import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside;
import java.util.ArrayList;
import java.util.List;

/** What came out: of a subtask since its last checkpoint, or of the job for good. */
final class Published {
  final List<CustomerMinute> results = new ArrayList<>();
  final List<SetAside> late = new ArrayList<>();
  final List<SetAside> dead = new ArrayList<>();

  void add(Published other) {
    results.addAll(other.results);
    late.addAll(other.late);
    dead.addAll(other.dead);
  }

  /** Empties this one. */
  Published take() {
    Published taken = new Published();
    taken.add(this);
    results.clear();
    late.clear();
    dead.clear();
    return taken;
  }
}
