package io.slackwater.job.minutes;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;

/** Which of the four a window's profile is, all times being event time in ms since the epoch. */
public final class JoinRule implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long ttl;
  private final int attributes;

  public JoinRule(JobConfig.Customers config) {
    this.ttl = config.ttl().toMillis();
    this.attributes = config.attributes().size();
  }

  /**
   * The profile of a window.
   *
   * @param version what the customer's history says as of {@code end}
   * @param lastActivity end of the last window published with a profile, where that counts as a
   *     sign of life; otherwise {@link Long#MIN_VALUE}
   * @param end of the window, exclusive
   */
  public Profile profile(@Nullable ProfileHistory.Version version, long lastActivity, long end) {
    if (version == null) {
      return new Profile(ProfileStatus.MISSING, null, none());
    }
    if (version.attributes() == null) {
      return new Profile(ProfileStatus.DELETED, version.time(), none());
    }
    long life = Math.max(version.time(), lastActivity);
    return end - life > ttl
        ? new Profile(ProfileStatus.EXPIRED, version.time(), none())
        : new Profile(ProfileStatus.MATCHED, version.time(), version.attributes());
  }

  private List<String> none() {
    return Collections.unmodifiableList(Arrays.asList(new String[attributes]));
  }
}
