package io.slackwater.sink.jdbc;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.metrics.Gauge;

/**
 * Age in ms of the oldest row of this subtask that readers do not see yet; 0 if there is none.
 * Changed by the task, read by the metrics reporter.
 */
final class UnpublishedAge implements Gauge<Long> {
  private record Epoch(long checkpointId, long openedAt) {}

  private static final long NOTHING = Long.MAX_VALUE;

  private final Clock clock;
  private final Deque<Epoch> prepared = new ArrayDeque<>();
  private long openedAt = NOTHING;
  private volatile long oldest = NOTHING;

  UnpublishedAge(Clock clock) {
    this.clock = clock;
  }

  void rowArrived() {
    if (openedAt == NOTHING) {
      openedAt = clock.millis();
      update();
    }
  }

  void prepared(long checkpointId) {
    if (openedAt != NOTHING) {
      prepared.add(new Epoch(checkpointId, openedAt));
      openedAt = NOTHING;
    }
  }

  void published(long checkpointId) {
    prepared.removeIf(epoch -> epoch.checkpointId() <= checkpointId);
    update();
  }

  private void update() {
    oldest = prepared.isEmpty() ? openedAt : prepared.peek().openedAt();
  }

  @Override
  public Long getValue() {
    long since = oldest;
    return since == NOTHING ? 0 : Math.max(0, clock.millis() - since);
  }
}
