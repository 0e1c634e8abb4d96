package io.slackwater.job.simulation;

import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.Reached;
import io.slackwater.job.source.SimulatedCoordinator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the subtasks of a source and its coordinator say to each other. Each message takes its time,
 * and the answers find only those who were there when it was asked.
 */
final class Coordination {
  private final SimulatedCoordinator coordinator = new SimulatedCoordinator();
  private final List<SourceSubtask<?, ?>> subtasks;
  private final List<Runnable> underWay = new ArrayList<>();
  private int answers;

  Coordination(List<SourceSubtask<?, ?>> subtasks) {
    this.subtasks = subtasks;
  }

  void restart() {
    underWay.clear();
    coordinator.restart();
  }

  void report(int subtask, Reached reached) {
    underWay.add(
        () -> {
          coordinator.report(subtask, reached);
          tell();
        });
  }

  void complete(long checkpoint) {
    underWay.add(
        () -> {
          coordinator.complete(checkpoint);
          tell();
        });
  }

  private <T> void tell() {
    Map<Integer, Ingested<T>> words = coordinator.answers(subtasks.size());
    words.forEach(
        (subtask, word) ->
            underWay.add(
                () -> {
                  answers++;
                  subtasks.get(subtask).hear((Ingested.WaitedFor<?>) word);
                }));
  }

  int underWay() {
    return underWay.size();
  }

  void arrive(int index) {
    underWay.remove(index).run();
  }

  void arriveAll() {
    while (!underWay.isEmpty()) {
      arrive(0);
    }
  }

  /** How often a subtask was told that it is waited for again. */
  int answers() {
    return answers;
  }
}
