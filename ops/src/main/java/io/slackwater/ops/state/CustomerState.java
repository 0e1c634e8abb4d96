package io.slackwater.ops.state;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;

/**
 * All that is kept of one customer; times are event time, ms since the epoch.
 *
 * @param versions profiles that a window may still need, the newest last; empty if nothing is known
 * @param lastActivity end of the last window published with a profile, where that counts as a sign
 *     of life; else null
 * @param closedThrough how far windows have closed in its key group; null if none has
 * @param status what a window that ends at {@code statusAt} would be joined with: matched, missing,
 *     expired or deleted; null if there was nothing to tell the time by
 * @param openWindows by start
 */
public record CustomerState(
    String customer,
    int keyGroup,
    List<Version> versions,
    @Nullable Long lastActivity,
    @Nullable Long closedThrough,
    @Nullable Long statusAt,
    @Nullable String status,
    List<Open> openWindows)
    implements Serializable {
  public CustomerState {
    versions = List.copyOf(versions);
    openWindows = List.copyOf(openWindows);
  }

  /**
   * A profile.
   *
   * @param updatedAt the event time of the update
   * @param visibleFrom windows that end after this may use it
   * @param attributes in the order of the configuration, entries may be null; null for a deletion
   */
  public record Version(long updatedAt, long visibleFrom, @Nullable List<String> attributes)
      implements Serializable {
    public Version {
      attributes =
          attributes == null ? null : Collections.unmodifiableList(new ArrayList<>(attributes));
    }
  }

  /**
   * What the customer did in a window that is still open.
   *
   * @param aggregates in the order of the configuration; null where no event had a value
   */
  public record Open(long start, long end, List<BigDecimal> aggregates) implements Serializable {
    public Open {
      aggregates = Collections.unmodifiableList(new ArrayList<>(aggregates));
    }
  }
}
