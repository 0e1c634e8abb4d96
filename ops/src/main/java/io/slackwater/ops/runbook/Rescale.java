package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.runbook.Operation.Kind;
import java.util.Optional;
import java.util.function.Supplier;

/** Another parallelism. */
final class Rescale {
  private final Runbook runbook;

  Rescale(Runbook runbook) {
    this.runbook = runbook;
  }

  /** The way to it. */
  enum Mode {
    /** In place where the job's scheduler can do that, else through a savepoint. */
    AUTO,
    IN_PLACE,
    SAVEPOINT
  }

  /**
   * @param adopted what the job runs, if the journal does not know
   * @param cancels starts from the newest checkpoint instead of a savepoint
   * @return empty if it has that parallelism already
   */
  Optional<Report> to(
      int parallelism, Mode mode, Supplier<Optional<Release>> adopted, boolean cancels) {
    Execution execution = new Execution(runbook);
    Operation unfinished = runbook.journal().state().operation();
    if (unfinished != null) {
      if (unfinished.kind() != Kind.RESCALE || unfinished.to().parallelism() != parallelism) {
        throw Unfinished.refusal(unfinished);
      }
      return Optional.of(execution.goOn(unfinished));
    }
    if (mode != Mode.SAVEPOINT && !cancels) {
      Optional<JobDetails> job = Incumbent.running(runbook).filter(JobDetails::isAdaptive);
      if (job.isPresent()) {
        return new InPlaceRescale(runbook).to(parallelism, job.get());
      }
      if (mode == Mode.IN_PLACE) {
        throw new IllegalStateException(
            "the job does not run, or its scheduler cannot change its parallelism in place: set jobmanager.scheduler: adaptive, or give --mode savepoint");
      }
    }
    Incumbent incumbent = Incumbent.find(runbook, adopted);
    if (incumbent.shape().parallelism() == parallelism && incumbent.job().isPresent()) {
      return Optional.empty();
    }
    requireSameSettings(incumbent.shape().release());
    Shape to = new Shape(incumbent.shape().release(), parallelism);
    return Optional.of(
        execution.carryOut(new Intent(Kind.RESCALE, incumbent, to, null, cancels, false)));
  }

  /** The job goes on with the arguments it was started with, so others must not be dropped. */
  private void requireSameSettings(Release release) {
    for (String override : runbook.job().overrides()) {
      if (!release.arguments().contains(override)) {
        throw new IllegalStateException(
            "--set %s is not what the job was started with, and rescale changes nothing but the parallelism: leave it out, or use upgrade"
                .formatted(override.replaceFirst("=.*", "=...")));
      }
    }
  }
}
