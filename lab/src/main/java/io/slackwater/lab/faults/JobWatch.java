package io.slackwater.lab.faults;

import io.slackwater.job.config.JobConfig;
import io.slackwater.lab.faults.JobProbe.Checkpoints;
import io.slackwater.lab.faults.JobProbe.Completed;
import io.slackwater.lab.faults.JobProbe.Restored;
import io.slackwater.ops.flink.FlinkRefusedException;
import io.slackwater.ops.flink.FlinkUnreachableException;
import io.slackwater.ops.savepoint.ReadPositions;
import io.slackwater.ops.savepoint.UnreadableSavepointException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a job while things happen to it: notes how far it has read, and each time that it is
 * taken back to a checkpoint, how much of that it reads again.
 */
final class JobWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);
  private static final long PAUSE_MS = 50;

  private final JobProbe probe;
  private final Admin admin;
  private final Thread thread = new Thread(this::follow, "job-watch");
  private final List<Restore> restores = new ArrayList<>();
  private final List<Completed> completed = new ArrayList<>();
  private Map<TopicPartition, Long> seen = Map.of();
  private Map<TopicPartition, Long> floor = Map.of();
  private volatile boolean closed;

  JobWatch(JobProbe probe, JobConfig config) {
    this.probe = probe;
    this.admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                config.kafka().bootstrapServers(),
                "request.timeout.ms",
                "1000",
                "default.api.timeout.ms",
                "2000"));
  }

  void start() {
    thread.start();
  }

  /** All so far, the oldest first. */
  synchronized List<Restore> restores() {
    return List.copyOf(restores);
  }

  /** The first checkpoint seen that was begun at or after a moment (ms) and has completed. */
  synchronized Optional<Completed> firstCompletedSince(long triggeredAtMs) {
    return completed.stream()
        .filter(checkpoint -> checkpoint.triggeredAtMs() >= triggeredAtMs)
        .findFirst();
  }

  private void follow() {
    while (!closed) {
      try {
        look();
        Thread.sleep(PAUSE_MS);
      } catch (FlinkUnreachableException | FlinkRefusedException | IllegalStateException e) {
        LOG.debug("the job cannot be seen: {}", e.getMessage());
        pause();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    Checkpoints found = probe.checkpoints();
    if (isNew(found.restored())) {
      note(found.restored().get());
    }
    found.completed().ifPresent(this::noteCompleted);
    Map<TopicPartition, Long> positions = probe.positions();
    Checkpoints after = probe.checkpoints();
    if (!isNew(after.restored()) && !positions.isEmpty()) {
      // Positions of before a restore and of after it are not mixed.
      seen = positions;
    }
  }

  private synchronized boolean isNew(Optional<Restored> restored) {
    return restored.isPresent()
        && restores.stream().noneMatch(each -> each.what().equals(restored.get()));
  }

  private synchronized void noteCompleted(Completed checkpoint) {
    if (completed.isEmpty() || !completed.get(completed.size() - 1).equals(checkpoint)) {
      completed.add(checkpoint);
    }
  }

  private void note(Restored restored) throws InterruptedException {
    Map<TopicPartition, Long> offsets;
    try {
      offsets = ReadPositions.of(restored.path()).offsets();
    } catch (UnreadableSavepointException e) {
      LOG.warn("what the job was taken back to cannot be read: {}", e.getMessage());
      offsets = Map.of();
    }
    long atLeast = Restore.atLeast(offsets, seen, floor);
    floor = new HashMap<>(seen);
    long atMost = offsets.isEmpty() ? -1 : Restore.atMost(offsets, ends(offsets));
    synchronized (this) {
      restores.add(new Restore(restored, atLeast, atMost));
    }
  }

  /** Waits for the broker if it is away: until it is back, nothing is written. */
  private Map<TopicPartition, Long> ends(Map<TopicPartition, Long> partitions)
      throws InterruptedException {
    while (!closed) {
      try {
        return admin
            .listOffsets(
                partitions.keySet().stream()
                    .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
            .all()
            .get()
            .entrySet()
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().offset()));
      } catch (ExecutionException e) {
        Thread.sleep(PAUSE_MS);
      }
    }
    throw new InterruptedException("closed");
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    admin.close();
  }
}
