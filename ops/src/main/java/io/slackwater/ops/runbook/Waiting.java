package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.FlinkUnreachableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks again until there is an answer. A cluster that does not answer for a while, since its
 * JobManager is starting again, is waited for like anything else.
 */
final class Waiting {
  private static final Duration SAID_AGAIN = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Narrator narrator;
  private final Duration between;

  /**
   * @param between two questions
   */
  Waiting(InstantSource clock, Narrator narrator, Duration between) {
    this.clock = clock;
    this.narrator = narrator;
    this.between = between;
  }

  /**
   * Waits for an answer.
   *
   * @param what is waited for, said every ten seconds
   * @return empty if there was none in time
   * @throws FlinkUnreachableException if the cluster did not answer at the end of the time
   */
  <T> Optional<T> until(Supplier<String> what, Duration atMost, Supplier<Optional<T>> question) {
    long started = clock.millis();
    long said = started;
    while (true) {
      boolean last = clock.millis() - started >= atMost.toMillis();
      try {
        Optional<T> answer = question.get();
        if (answer.isPresent() || last) {
          return answer;
        }
      } catch (FlinkUnreachableException e) {
        if (last) {
          throw e;
        }
      }
      if (clock.millis() - said >= SAID_AGAIN.toMillis()) {
        said = clock.millis();
        narrator.waiting(what.get(), said - started);
      }
      pause();
    }
  }

  /** The moment between two looks. */
  void pause() {
    try {
      Thread.sleep(between.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "interrupted: the same command, run again, goes on from here", e);
    }
  }
}
