package io.slackwater.lab.faults;

import io.slackwater.lab.faults.JobProbe.Restored;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * A job was taken back to a checkpoint and reads again what it had read since.
 *
 * @param atLeast records read again that are known to have been read before: up to the last reading
 *     positions that the job has told
 * @param atMost records that were in the topics when the job was taken back, and had not been read
 *     in the checkpoint; -1 while that is not known
 */
record Restore(Restored what, long atLeast, long atMost) {
  /**
   * @param restored next offsets in the checkpoint
   * @param seen next offsets as the job has told them last
   * @param floor next offsets that were told before the restore that preceded this one: no more is
   *     proof of new reading
   */
  static long atLeast(
      Map<TopicPartition, Long> restored,
      Map<TopicPartition, Long> seen,
      Map<TopicPartition, Long> floor) {
    long sum = 0;
    for (Map.Entry<TopicPartition, Long> each : restored.entrySet()) {
      long position = seen.getOrDefault(each.getKey(), 0L);
      if (position > floor.getOrDefault(each.getKey(), 0L)) {
        sum += Math.max(0, position - Math.max(0, each.getValue()));
      }
    }
    return sum;
  }

  /**
   * @param ends the topics' ends
   */
  static long atMost(Map<TopicPartition, Long> restored, Map<TopicPartition, Long> ends) {
    long sum = 0;
    for (Map.Entry<TopicPartition, Long> each : restored.entrySet()) {
      sum += Math.max(0, ends.get(each.getKey()) - Math.max(0, each.getValue()));
    }
    return sum;
  }
}
