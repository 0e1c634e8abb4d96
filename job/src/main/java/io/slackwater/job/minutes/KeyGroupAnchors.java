package io.slackwater.job.minutes;

import io.slackwater.job.Utf8;
import java.nio.ByteBuffer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * One key in each key group that is no customer's: what is kept per key group hangs on it, and so
 * moves with the key group in every rescale. An anchor begins with a byte that UTF-8 does not know,
 * hence no customer can have it.
 *
 * <p>Which key it is depends on nothing but the key group and the max parallelism: the first number
 * whose bytes hash into the group. Both are fixed for the life of a savepoint.
 */
final class KeyGroupAnchors {
  private static final byte NOT_UTF8 = (byte) 0xFF;

  private final KeyGroupRange range;
  private final Utf8[] anchors;

  KeyGroupAnchors(KeyGroupRange range, int maxParallelism) {
    this.range = range;
    this.anchors = new Utf8[range.getNumberOfKeyGroups()];
    int found = 0;
    for (int number = 0; found < anchors.length; number++) {
      Utf8 candidate =
          Utf8.wrap(ByteBuffer.allocate(1 + Integer.BYTES).put(NOT_UTF8).putInt(number).array());
      int group = KeyGroupRangeAssignment.assignToKeyGroup(candidate, maxParallelism);
      if (range.contains(group) && anchors[group - range.getStartKeyGroup()] == null) {
        anchors[group - range.getStartKeyGroup()] = candidate;
        found++;
      }
    }
  }

  /** The anchor of a key group of this range. */
  Utf8 of(int keyGroup) {
    return anchors[keyGroup - range.getStartKeyGroup()];
  }

  static boolean isAnchor(Utf8 key) {
    return key.bytes().length > 0 && key.bytes()[0] == NOT_UTF8;
  }
}
