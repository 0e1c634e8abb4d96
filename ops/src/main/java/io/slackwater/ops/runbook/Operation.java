package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.Savepoints;
import java.util.Locale;
import javax.annotation.Nullable;

/**
 * A change that is under way. Each phase's ids are in it before the phase begins.
 *
 * @param fromJobId what runs at the beginning
 * @param stop how it is stopped; its directory is this operation's own, so that what lies in it can
 *     be found when the cluster has forgotten everything
 * @param cancels stops without a savepoint and uses the newest checkpoint
 * @param taken where the old job stopped; null before it has
 * @param restore what the new job starts from; null: from {@code taken}
 * @param toJobId of the new job
 * @param backJobId of the old shape, should it be started again
 * @param before the old job's figures, to which the new one's are compared; null: not measured
 * @param reason why it goes back; null as long as it does not
 */
record Operation(
    Kind kind,
    Phase phase,
    long startedMs,
    String fromJobId,
    Shape from,
    Shape to,
    Savepoints.Request stop,
    boolean cancels,
    @Nullable Taken taken,
    @Nullable Taken restore,
    String toJobId,
    String backJobId,
    boolean allowNonRestoredState,
    @Nullable Baseline before,
    @Nullable String reason) {

  enum Kind {
    RESCALE,
    UPGRADE,
    ROLLBACK;

    /** As it is typed. */
    String command() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  enum Phase {
    STOP,
    VERIFY,
    START,
    WATCH,
    BACK,
    PROMOTED,
    WENT_BACK;

    boolean isEnd() {
      return this == PROMOTED || this == WENT_BACK;
    }
  }

  /** What the new job starts from. */
  Taken source() {
    return restore == null ? taken : restore;
  }

  Operation in(Phase next) {
    return new Operation(
        kind,
        next,
        startedMs,
        fromJobId,
        from,
        to,
        stop,
        cancels,
        taken,
        restore,
        toJobId,
        backJobId,
        allowNonRestoredState,
        before,
        reason);
  }

  Operation stoppedAt(@Nullable Taken place) {
    return new Operation(
        kind,
        Phase.VERIFY,
        startedMs,
        fromJobId,
        from,
        to,
        stop,
        cancels,
        place,
        restore,
        toJobId,
        backJobId,
        allowNonRestoredState,
        before,
        reason);
  }

  Operation goingBack(String why, String newBackJobId) {
    return new Operation(
        kind,
        Phase.BACK,
        startedMs,
        fromJobId,
        from,
        to,
        stop,
        cancels,
        taken,
        restore,
        toJobId,
        newBackJobId,
        allowNonRestoredState,
        before,
        why);
  }
}
