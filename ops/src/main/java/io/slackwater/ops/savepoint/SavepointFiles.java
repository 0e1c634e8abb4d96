package io.slackwater.ops.savepoint;

import java.util.List;

/**
 * The files that a restore will read, {@code _metadata} among them.
 *
 * @param count of files; small state lies in {@code _metadata} itself
 * @param bytes of all files together, as they lie there
 * @param damaged a line for each file that is missing or shorter than it must be; empty when the
 *     savepoint is whole
 */
public record SavepointFiles(int count, long bytes, List<String> damaged) {
  public SavepointFiles {
    damaged = List.copyOf(damaged);
  }
}
