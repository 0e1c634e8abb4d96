package io.slackwater.job.minutes;

import java.util.Arrays;
import org.apache.flink.runtime.state.KeyGroupRange;

/**
 * How far each key group has closed: every window whose last moment is at or before it has been
 * published, and stays closed. Flink forgets watermarks on restore; this is what remembers. After a
 * rescale the key groups of one subtask may come from different ones, hence one number for each.
 */
final class ClosedThrough {
  private final KeyGroupRange range;
  private final long[] through;

  /** At or below the least of them. */
  private long least = Long.MIN_VALUE;

  ClosedThrough(KeyGroupRange range) {
    this.range = range;
    this.through = new long[range.getNumberOfKeyGroups()];
    Arrays.fill(through, Long.MIN_VALUE);
  }

  long of(int keyGroup) {
    return through[keyGroup - range.getStartKeyGroup()];
  }

  void restore(int keyGroup, long value) {
    through[keyGroup - range.getStartKeyGroup()] = value;
    least = Arrays.stream(through).min().orElse(Long.MIN_VALUE);
  }

  /** Moves one key group to {@code value}, not backwards. */
  void advance(int keyGroup, long value) {
    int index = keyGroup - range.getStartKeyGroup();
    through[index] = Math.max(through[index], value);
  }

  /** Moves all key groups to {@code value}, none backwards. */
  void advance(long value) {
    if (value <= least) {
      return;
    }
    for (int i = 0; i < through.length; i++) {
      through[i] = Math.max(through[i], value);
    }
    least = value;
  }

  /** Whether a window has closed in every key group: no need to ask for which. */
  boolean everywhere(long lastMoment) {
    return lastMoment <= least;
  }
}
