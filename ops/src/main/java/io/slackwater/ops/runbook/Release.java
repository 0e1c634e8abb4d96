package io.slackwater.ops.runbook;

import java.util.List;
import javax.annotation.Nullable;

/**
 * What a job runs: a jar, its arguments, and what the configuration said that these name.
 *
 * @param sha256 of the jar, by which the copy of it is found that the journal keeps
 * @param jar where it came from, for people
 * @param arguments of its main
 * @param configSha256 of the configuration file; null: a journal of an earlier version
 */
record Release(String sha256, String jar, List<String> arguments, @Nullable String configSha256) {
  private static final int SHORT = 12;

  Release {
    arguments = List.copyOf(arguments);
  }

  /** Whether it does the same, wherever the jar came from. */
  boolean isSameAs(Release other) {
    return sha256.equals(other.sha256)
        && arguments.equals(other.arguments)
        && hasConfiguration(other.configSha256);
  }

  /** Whether its configuration has that content, as far as is known. */
  boolean hasConfiguration(@Nullable String otherSha256) {
    return configSha256 == null || otherSha256 == null || configSha256.equals(otherSha256);
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
