package io.slackwater.ops.state;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.minutes.Activity;
import io.slackwater.job.minutes.ProfileHistory;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Whether profiles are older than some TTLs, by the job's rule.
 *
 * @param atMillis end of a window, ms since the epoch; null counts nothing
 * @param activityCounts whether a published window keeps a profile alive
 */
record Ages(@Nullable Long atMillis, boolean activityCounts, List<Duration> ttls)
    implements Serializable {
  Ages {
    ttls = List.copyOf(ttls);
  }

  static Ages of(JobConfig config, @Nullable Long atMillis, List<Duration> ttls) {
    return new Ages(
        atMillis, config.customers().ttlRefresh() == JobConfig.TtlRefresh.ON_ACTIVITY, ttls);
  }

  void count(ProfileHistory history, @Nullable Activity activity, StateTally tally) {
    ProfileHistory.Version version = atMillis == null ? null : history.asOf(atMillis);
    if (version == null || version.attributes() == null) {
      return;
    }
    long life =
        activityCounts && activity != null
            ? Math.max(version.time(), activity.lastEnd())
            : version.time();
    for (int i = 0; i < ttls.size(); i++) {
      if (atMillis - life > ttls.get(i).toMillis()) {
        tally.older(i);
      }
    }
  }
}
