package io.slackwater.ops.state;

import java.io.Serializable;
import javax.annotation.Nullable;

/**
 * How much one key group holds.
 *
 * @param customers with a profile or a deletion
 * @param deleted those whose newest known state is a deletion
 * @param activities signs of life, where activity keeps a profile alive
 * @param windowEntries pairs of customer and open window
 * @param closedThrough event time up to which its windows have closed, ms since the epoch; null if
 *     none has
 */
public record KeyGroupCounts(
    int keyGroup,
    long customers,
    long deleted,
    long activities,
    long windowEntries,
    @Nullable Long closedThrough)
    implements Serializable {

  static KeyGroupCounts none(int keyGroup) {
    return new KeyGroupCounts(keyGroup, 0, 0, 0, 0, null);
  }
}
