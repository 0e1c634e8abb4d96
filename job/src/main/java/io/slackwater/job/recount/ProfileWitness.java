package io.slackwater.job.recount;

import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.minutes.ProfileHistory;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The customers log about one customer, and what it says of a published profile. Two things that
 * the stream saw may not be in the log any more or not in that order: compaction removes versions
 * that a newer one has replaced, and a partition that is idle holds no window back.
 */
final class ProfileWitness {
  private final LedgerRules rules;
  private final Set<Long> times = new HashSet<>();
  private ProfileHistory history = ProfileHistory.NONE;

  ProfileWitness(LedgerRules rules) {
    this.rules = rules;
  }

  void add(CustomerProfile profile) {
    times.add(profile.time());
    history =
        history.with(
            new ProfileHistory.Version(profile.visibleFrom(), profile.time(), profile.attributes()),
            rules.size(),
            Long.MIN_VALUE);
  }

  Profile asOf(long end, long lastActivity) {
    return rules.join().profile(history.asOf(end), lastActivity, end);
  }

  /** EQUAL, an explanation, or UNEXPLAINED. */
  Verdict compare(Profile published, Profile recounted, long end) {
    if (published.equals(recounted)) {
      return Verdict.EQUAL;
    }
    Long then = published.updatedAt();
    Long now = recounted.updatedAt();
    if (then != null && then.equals(now)) {
      return sameVersion(published, recounted);
    }
    if (isGone(published, recounted, end)) {
      return Verdict.PROFILE_GONE;
    }
    if (then != null && (now == null || then > now)) {
      boolean replaced = times.isEmpty() || times.stream().anyMatch(time -> time > then);
      return replaced && !times.contains(then) ? Verdict.PROFILE_COMPACTED : Verdict.UNEXPLAINED;
    }
    return rules.profilesMayBeAwaited() ? Verdict.UNEXPLAINED : Verdict.PROFILE_AFTER_CLOSE;
  }

  /** An earlier window, outside of the range, may have kept it alive. */
  private Verdict sameVersion(Profile published, Profile recounted) {
    boolean keptAlive =
        rules.activityIsLife()
            && published.status() == ProfileStatus.MATCHED
            && recounted.status() == ProfileStatus.EXPIRED;
    ProfileHistory.Version version = versionOf(published.updatedAt());
    return keptAlive && version != null && published.attributes().equals(version.attributes())
        ? Verdict.EQUAL
        : Verdict.UNEXPLAINED;
  }

  @Nullable
  private ProfileHistory.Version versionOf(long time) {
    return history.versions().stream().filter(v -> v.time() == time).findFirst().orElse(null);
  }

  private boolean isGone(Profile published, Profile recounted, long end) {
    return published.status() == ProfileStatus.MISSING
        && (recounted.status() == ProfileStatus.EXPIRED
            || recounted.status() == ProfileStatus.DELETED)
        && end - recounted.updatedAt() > rules.onDisk();
  }
}
