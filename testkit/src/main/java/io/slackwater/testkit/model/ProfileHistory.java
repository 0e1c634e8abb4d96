package io.slackwater.testkit.model;

import java.util.ArrayList;
import java.util.List;

/** All versions of one customer's profile, and which of them a window sees. */
final class ProfileHistory {
  private final List<Version> versions = new ArrayList<>();

  private record Version(Profile profile, long visibleFrom) {}

  /**
   * @param ownWatermark of the profile's partition before it was read: what lies behind it has
   *     closed, and a profile that comes late applies to later windows only
   */
  void add(Profile profile, long ownWatermark) {
    versions.add(new Version(profile, Math.max(profile.time(), ownWatermark + 1)));
  }

  /**
   * The newest profile that a window ending at {@code windowEnd} (exclusive) sees, of equally new
   * ones the last that was written; null if there is none.
   */
  Profile seenBy(long windowEnd) {
    Profile newest = null;
    for (Version version : versions) {
      boolean seen = version.visibleFrom() < windowEnd;
      if (seen && (newest == null || version.profile().time() >= newest.time())) {
        newest = version.profile();
      }
    }
    return newest;
  }
}
