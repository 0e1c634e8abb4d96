package io.slackwater.ops.check;

import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.check.TtlChange.Counted;
import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.ops.savepoint.UnreadableSavepointException;
import io.slackwater.ops.state.StateSurvey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import javax.annotation.Nullable;

/** Looks into a savepoint. */
final class SavepointLook {
  private SavepointLook() {}

  static Looked<SavepointFacts> look(@Nullable String path) {
    if (path == null) {
      return Looked.not("no --savepoint was given");
    }
    try {
      return Looked.at(SavepointFacts.read(path));
    } catch (UnreadableSavepointException e) {
      return Looked.not(e.getMessage());
    }
  }

  /**
   * Counts by reading the whole state, which takes about a minute for a million customers.
   *
   * @param former the TTL that the savepoint was written with; null: nobody has said
   */
  static Looked<TtlChange> ttl(
      Looked<SavepointFacts> savepoint,
      JobConfig job,
      @Nullable Duration former,
      LongConsumer progress) {
    if (!savepoint.isSeen()) {
      return Looked.not(savepoint.because());
    }
    if (former == null) {
      return Looked.not(
          "the savepoint does not keep the TTL that it was written with, and --former-ttl does not say it");
    }
    Duration now = job.customers().ttl();
    List<Duration> ttls = new ArrayList<>(List.of(now));
    if (!former.equals(now)) {
      ttls.add(former);
    }
    try {
      StateSurvey survey =
          StateSurvey.of(savepoint.value(), job, OptionalLong.empty(), ttls, progress);
      return survey.atMillis() == null
          ? Looked.not("the savepoint knows no event time yet")
          : Looked.at(
              new TtlChange(
                  survey.customers(),
                  new Counted(former, survey.olderThan().get(former)),
                  new Counted(now, survey.olderThan().get(now))));
    } catch (IllegalStateException e) {
      return Looked.not(e.getMessage());
    }
  }
}
