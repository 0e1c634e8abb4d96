package io.slackwater.job.source;

import java.util.HashMap;
import java.util.Map;

/** The coordinator of a source that is simulated, as far as it hears and tells of idleness. */
public final class SimulatedCoordinator {
  private final CaughtUp caughtUp = new CaughtUp();

  public void report(int subtask, Reached reached) {
    caughtUp.report(subtask, reached);
  }

  public void complete(long checkpoint) {
    caughtUp.complete(checkpoint);
  }

  public void restart() {
    caughtUp.forget();
  }

  /** What there is to tell whom. */
  public <T> Map<Integer, Ingested<T>> answers(int parallelism) {
    Map<Integer, Ingested<T>> words = new HashMap<>();
    caughtUp
        .answers(parallelism)
        .forEach(
            (subtask, answer) ->
                words.put(
                    subtask, new Ingested.WaitedFor<>(answer.checkpoint(), answer.closedBound())));
    return words;
  }
}
