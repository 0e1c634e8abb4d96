package io.slackwater.job.source;

import io.slackwater.job.decode.Decoded;
import java.io.Serializable;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decodes and decides about the records of partitions, one at a time. It sees a record and what its
 * partition remembers, and nothing else: no clock, no other partition. So it decides alike in every
 * replay.
 *
 * @param <T> what an accepted record becomes
 */
public interface Judge<T> {
  /** What the bytes of a record say, whatever was read before it. */
  Decoded decode(ConsumerRecord<byte[], byte[]> record);

  /**
   * Decides about one record.
   *
   * @param decoded what its bytes say
   * @param newest the newest event time accepted from its partition before it, ms since the epoch,
   *     or {@link Ingested#NOTHING_YET}
   */
  Ingested<T> judge(ConsumerRecord<byte[], byte[]> record, Decoded decoded, long newest);

  /** Decodes one record and decides about it. */
  default Ingested<T> judge(ConsumerRecord<byte[], byte[]> record, long newest) {
    return judge(record, decode(record), newest);
  }

  /** Makes the judge of one thread: a judge may keep buffers. */
  @FunctionalInterface
  interface Factory<T> extends Serializable {
    Judge<T> create();
  }
}
