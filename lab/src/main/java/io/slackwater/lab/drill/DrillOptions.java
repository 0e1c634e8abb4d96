package io.slackwater.lab.drill;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How drills are to be run.
 *
 * @param out a directory for each drill's report is made here
 * @param installation the directory that holds {@code config/}, {@code deploy/} and {@code
 *     job/target/}
 * @param seed of what is random in the traffic
 * @param safeguarded false: what each drill shows to be needed is left out
 * @param size of what a drill lets grow, in its own unit; empty: its default
 */
record DrillOptions(
    Path out, Path installation, long seed, boolean safeguarded, Optional<String> size) {
  DrillOptions {
    out = out.toAbsolutePath().normalize();
    installation = installation.toAbsolutePath().normalize();
  }
}
