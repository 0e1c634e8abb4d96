package io.slackwater.job.minutes;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.flow.CustomerProfile;
import java.io.IOException;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/**
 * The join's state, always of the current key. Whether a profile has expired is decided in event
 * time, so a replay decides alike and a long downtime expires nobody. Flink's TTL, in processing
 * time, only gives disk space back, long enough after: {@code ttl + cleanup-slack} after the last
 * write. Where activity keeps a profile alive it is written anew before that can run out.
 */
final class Profiles {
  private static final int ROWS_BETWEEN_CLOCK_READS = 1_000;

  private final ValueState<ProfileHistory> histories;
  @Nullable private final ValueState<Activity> activities;
  private final JoinRule rule;
  private final long rewriteAfter;
  private final long windowSize;

  /**
   * The state of one subtask.
   *
   * @param activities null where only an update is a sign of life
   */
  Profiles(
      ValueState<ProfileHistory> histories,
      @Nullable ValueState<Activity> activities,
      JobConfig.Customers config,
      long windowSize) {
    this.histories = histories;
    this.activities = activities;
    this.rule = new JoinRule(config);
    this.rewriteAfter = config.cleanupSlack().toMillis() / 2;
    this.windowSize = windowSize;
  }

  static ValueStateDescriptor<ProfileHistory> historiesDescriptor(Duration onDisk) {
    ValueStateDescriptor<ProfileHistory> descriptor =
        new ValueStateDescriptor<>("profiles", ProfileHistory.HistorySerializer.INSTANCE);
    descriptor.enableTimeToLive(cleanup(onDisk));
    return descriptor;
  }

  static ValueStateDescriptor<Activity> activitiesDescriptor(Duration onDisk) {
    ValueStateDescriptor<Activity> descriptor =
        new ValueStateDescriptor<>("activity", Activity.ActivitySerializer.INSTANCE);
    descriptor.enableTimeToLive(cleanup(onDisk));
    return descriptor;
  }

  /** How long after its last write, in processing time, an entry stays on disk at least. */
  static Duration onDisk(JobConfig.Customers config) {
    return config.ttl().plus(config.cleanupSlack());
  }

  private static StateTtlConfig cleanup(Duration onDisk) {
    return StateTtlConfig.newBuilder(onDisk)
        .setUpdateType(StateTtlConfig.UpdateType.OnCreateAndWrite)
        .setStateVisibility(StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp)
        .cleanupInRocksdbCompactFilter(ROWS_BETWEEN_CLOCK_READS)
        .build();
  }

  /** Takes a profile in. */
  void put(CustomerProfile profile, long closedThrough) throws IOException {
    ProfileHistory before = histories.value();
    ProfileHistory after =
        (before == null ? ProfileHistory.NONE : before)
            .with(
                new ProfileHistory.Version(
                    profile.visibleFrom(), profile.time(), profile.attributes()),
                windowSize,
                closedThrough);
    if (!after.equals(before)) {
      histories.update(after);
    }
  }

  /** The customer as of a window's end, which is being published. */
  Profile asOf(long end) throws IOException {
    ProfileHistory history = histories.value();
    ProfileHistory.Version version = history == null ? null : history.asOf(end);
    Activity activity = version == null || activities == null ? null : activities.value();
    long lastActivity = activity == null ? Long.MIN_VALUE : activity.lastEnd();
    Profile profile = rule.profile(version, lastActivity, end);
    if (profile.status() == ProfileStatus.MATCHED && activities != null) {
      keepAlive(history, activity, version.time(), end);
    }
    return profile;
  }

  private void keepAlive(
      ProfileHistory history, @Nullable Activity activity, long updatedAt, long end)
      throws IOException {
    long writtenAt = activity == null ? updatedAt : Math.max(updatedAt, activity.rewrittenAt());
    boolean rewrite = end - writtenAt > rewriteAfter;
    if (rewrite) {
      histories.update(history);
    }
    activities.update(new Activity(end, Math.min(end, rewrite ? end : writtenAt)));
  }
}
