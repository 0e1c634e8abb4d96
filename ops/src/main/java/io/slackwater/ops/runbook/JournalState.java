package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.Savepoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * What is known of a job's past. Immutable; a change makes another.
 *
 * @param running null before the first command
 * @param operation the change that is under way; null: none is
 * @param taking the savepoint that is being taken of a job that goes on; null: none is
 * @param inPlace the change of parallelism without a stop that is under way; null: none is
 * @param points newest last
 * @param savepoints taken of a job that went on, newest last
 */
record JournalState(
    @Nullable Running running,
    @Nullable Operation operation,
    @Nullable Savepoints.Request taking,
    @Nullable InPlace inPlace,
    List<Point> points,
    List<Taken> savepoints) {
  static final JournalState EMPTY = new JournalState(null, null, null, null, List.of(), List.of());

  JournalState {
    points = points == null ? List.of() : List.copyOf(points);
    savepoints = savepoints == null ? List.of() : List.copyOf(savepoints);
  }

  Optional<Point> lastPoint() {
    return points.isEmpty() ? Optional.empty() : Optional.of(points.get(points.size() - 1));
  }

  JournalState with(@Nullable Operation next) {
    return new JournalState(running, next, taking, inPlace, points, savepoints);
  }

  JournalState taking(@Nullable Savepoints.Request request) {
    return new JournalState(running, operation, request, inPlace, points, savepoints);
  }

  JournalState inPlace(@Nullable InPlace change) {
    return new JournalState(running, operation, taking, change, points, savepoints);
  }

  JournalState withSavepoints(List<Taken> all) {
    return new JournalState(running, operation, taking, inPlace, points, all);
  }

  /** The change is over: what runs now, and what can be gone back to. */
  JournalState ended(Operation end) {
    boolean promoted = end.phase() == Operation.Phase.PROMOTED;
    boolean forward = promoted && end.kind() != Operation.Kind.ROLLBACK;
    List<Point> back = new ArrayList<>(points);
    List<Taken> others = new ArrayList<>(savepoints);
    if (forward && end.taken() != null) {
      back.add(new Point(end.taken(), end.from()));
    } else if (end.taken() != null && !end.cancels()) {
      // Nobody goes back to it, but it takes up space until retention deletes it.
      others.add(end.taken());
    }
    if (promoted && !forward) {
      back.removeIf(point -> point.savepoint().equals(end.restore()));
    }
    Running now =
        promoted ? new Running(end.toJobId(), end.to()) : new Running(end.backJobId(), end.from());
    return new JournalState(now, null, taking, inPlace, back, others);
  }
}
