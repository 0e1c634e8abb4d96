package io.slackwater.job.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Records that are yet to be written while the job runs. */
final class StillToCome {
  private record Writing(PartitionLog log, Deque<ConsumerRecord<byte[], byte[]>> records) {}

  private final List<Writing> writings = new ArrayList<>();

  /** Everything is written before the job starts. */
  static StillToCome nothing() {
    return new StillToCome();
  }

  /** Takes back all that the partitions hold. */
  static StillToCome all(List<PartitionLog> logs) {
    StillToCome all = new StillToCome();
    for (PartitionLog log : logs) {
      all.writings.add(new Writing(log, new ArrayDeque<>(log.records())));
      log.records().clear();
    }
    return all;
  }

  /**
   * Writes some records of one partition.
   *
   * @return whether there were any
   */
  boolean write(Random random) {
    writings.removeIf(writing -> writing.records.isEmpty());
    if (writings.isEmpty()) {
      return false;
    }
    Writing writing = writings.get(random.nextInt(writings.size()));
    for (int left = 1 + random.nextInt(6); left > 0 && !writing.records.isEmpty(); left--) {
      writing.log.records().add(writing.records.poll());
    }
    return true;
  }
}
