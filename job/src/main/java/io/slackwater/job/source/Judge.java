package io.slackwater.job.source;

import java.io.Serializable;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decides about the records of partitions, one at a time. It sees a record and what its partition
 * remembers, and nothing else: no clock, no other partition. So it decides alike in every replay.
 *
 * @param <T> what an accepted record becomes
 */
@FunctionalInterface
public interface Judge<T> {
  /**
   * Decides about one record.
   *
   * @param newest the newest event time accepted from its partition before it, ms since the epoch,
   *     or {@link Ingested#NOTHING_YET}
   */
  Ingested<T> judge(ConsumerRecord<byte[], byte[]> record, long newest);

  /** Makes the judge of one reader: a judge may keep buffers. */
  @FunctionalInterface
  interface Factory<T> extends Serializable {
    Judge<T> create();
  }
}
