package io.slackwater.ops.runbook;

import io.slackwater.ops.runbook.Operation.Kind;
import java.util.Optional;
import java.util.function.Supplier;

/** Another release at the same parallelism. */
final class Upgrade {
  private final Runbook runbook;

  Upgrade(Runbook runbook) {
    this.runbook = runbook;
  }

  /**
   * @param adopted what the job runs, if the journal does not know
   * @param cancels starts from the newest checkpoint instead of a savepoint
   * @param allowNonRestoredState drops the state of operators that the release does not have
   * @return empty if the job runs that release already
   */
  Optional<Report> to(
      Release release,
      Supplier<Optional<Release>> adopted,
      boolean cancels,
      boolean allowNonRestoredState) {
    Execution execution = new Execution(runbook);
    Operation unfinished = runbook.journal().state().operation();
    if (unfinished != null) {
      if (unfinished.kind() != Kind.UPGRADE || !unfinished.to().release().isSameAs(release)) {
        throw Unfinished.refusal(unfinished);
      }
      return Optional.of(execution.goOn(unfinished));
    }
    Incumbent incumbent = Incumbent.find(runbook, adopted);
    if (incumbent.isKnownTo(runbook.journal().state())
        && incumbent.shape().release().isSameAs(release)
        && incumbent.job().isPresent()) {
      return Optional.empty();
    }
    Shape to = new Shape(release, incumbent.shape().parallelism());
    return Optional.of(
        execution.carryOut(
            new Intent(Kind.UPGRADE, incumbent, to, null, cancels, allowNonRestoredState)));
  }
}
