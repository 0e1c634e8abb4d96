package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.JobDetails;
import io.slackwater.ops.runbook.Operation.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Back to what ran before the last change, or out of a change that was interrupted. */
final class Rollback {
  private final Runbook runbook;

  Rollback(Runbook runbook) {
    this.runbook = runbook;
  }

  /**
   * What it would do, and what that means for those who read the results.
   *
   * @throws IllegalStateException when there is nothing to go back to
   */
  List<String> meaning() {
    Operation unfinished = runbook.journal().state().operation();
    if (unfinished != null) {
      return List.of(
          "undoes the %s to %d subtasks that was interrupted, back to %s on %d"
              .formatted(
                  unfinished.kind().command(),
                  unfinished.to().parallelism(),
                  unfinished.from().release().label(),
                  unfinished.from().parallelism()),
          "what a new job has published meanwhile is published again, see below",
          again());
    }
    if (runbook.journal().state().inPlace() != null) {
      return List.of("undoes the change of parallelism that was interrupted; nothing is repeated");
    }
    Point point = point();
    List<String> meaning = new ArrayList<>();
    meaning.add(
        "goes back to %s, taken at %s, with %s on %d subtasks"
            .formatted(
                point.savepoint().path(),
                Instant.ofEpochMilli(point.savepoint().takenMs()),
                point.shape().release().label(),
                point.shape().parallelism()));
    meaning.add(
        published()
            .map(count -> "about %,d results have been published since then".formatted(count))
            .orElse("what has been published since then is published again"));
    meaning.add(again());
    meaning.add(
        "to change the jar back without going back in time: upgrade --jar %s"
            .formatted(runbook.releases().copyOf(point.shape().release())));
    return meaning;
  }

  private static String again() {
    return "what is published again: in the database equal rows replace each other; in the results topic a result appears a second time, with the same revision and, unless the release was at fault, the same content; late records and dead letters appear a second time in their topics, so do not replay dead letters from that time";
  }

  private Optional<Long> published() {
    return runbook
        .rest()
        .activeJob(runbook.jobName())
        .flatMap(job -> runbook.rest().job(job.id()))
        .map(job -> runbook.signs().of(job).published());
  }

  private Point point() {
    return runbook
        .journal()
        .state()
        .lastPoint()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the journal knows nothing to go back to: no rescale or upgrade has been done, or all were taken back"));
  }

  /**
   * @param adopted what the job runs, if the journal does not know
   */
  Report run(Supplier<Optional<Release>> adopted) {
    Execution execution = new Execution(runbook);
    Operation unfinished = runbook.journal().state().operation();
    if (unfinished != null) {
      return unfinished.kind() == Kind.ROLLBACK
          ? execution.goOn(unfinished)
          : execution.undo(unfinished);
    }
    InPlace inPlace = runbook.journal().state().inPlace();
    if (inPlace != null) {
      return new InPlaceRescale(runbook).takeBack(inPlace);
    }
    Point point = point();
    Incumbent incumbent = Incumbent.find(runbook, adopted);
    boolean works = incumbent.job().filter(JobDetails::allTasksRun).isPresent();
    return execution.carryOut(
        new Intent(Kind.ROLLBACK, incumbent, point.shape(), point.savepoint(), !works, false));
  }
}
