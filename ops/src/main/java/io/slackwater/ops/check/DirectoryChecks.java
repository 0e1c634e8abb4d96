package io.slackwater.ops.check;

import io.slackwater.ops.check.HostFacts.Directory;
import java.util.Set;
import java.util.TreeSet;

/** Whether the directories of checkpoints and savepoints can be written, by all who must. */
final class DirectoryChecks {
  private final Facts facts;
  private final Findings findings;

  DirectoryChecks(Facts facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void check() {
    for (Directory directory : facts.host().directories()) {
      String what = "%s (%s)".formatted(directory.path(), directory.setting());
      directory.refusal().use("directory " + what, findings, refusal -> writable(what, refusal));
      if (directory.isLocal()) {
        shared(what);
      }
    }
  }

  private void writable(String what, String refusal) {
    if (!refusal.isEmpty()) {
      findings.add(
          FlinkFinding.DIRECTORY_NOT_WRITABLE, "%s from this host: %s".formatted(what, refusal));
    }
  }

  private void shared(String what) {
    if (facts.cluster().isSeen()) {
      Set<String> hosts = new TreeSet<>(facts.cluster().value().hosts());
      if (hosts.size() > 1) {
        findings.add(
            FlinkFinding.DIRECTORY_NOT_SHARED,
            "%s is a local path, and task managers run on %s; fine only if it is a shared mount"
                .formatted(what, String.join(", ", hosts)));
      }
    }
  }
}
