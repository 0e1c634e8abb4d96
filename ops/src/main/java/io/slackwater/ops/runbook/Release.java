package io.slackwater.ops.runbook;

import java.util.List;

/**
 * What a job runs: a jar and its arguments.
 *
 * @param sha256 of the jar, by which the copy of it is found that the journal keeps
 * @param jar where it came from, for people
 * @param arguments of its main
 */
record Release(String sha256, String jar, List<String> arguments) {
  private static final int SHORT = 12;

  Release {
    arguments = List.copyOf(arguments);
  }

  /** Whether it does the same, wherever the jar came from. */
  boolean isSameAs(Release other) {
    return sha256.equals(other.sha256) && arguments.equals(other.arguments);
  }

  /** What the jar is called on a cluster: jars with the same content are the same. */
  String nameOnCluster() {
    return "slackwater-" + sha256.substring(0, 2 * SHORT) + ".jar";
  }

  /** For people. */
  String label() {
    String file = jar.substring(jar.lastIndexOf('/') + 1);
    return "%s (%s)".formatted(file, sha256.substring(0, SHORT));
  }
}
