package io.slackwater.job.source;

import io.slackwater.job.flow.RawRecord;
import io.slackwater.job.flow.SetAside;
import org.apache.kafka.common.TopicPartition;

/**
 * What a source says: something about one record of a partition, or about the partition itself.
 * Every word carries the partition's newest accepted event time, from which watermarks are made, so
 * that a restored partition has its watermark back with its first word.
 *
 * @param <T> what an accepted record becomes
 */
public sealed interface Ingested<T> {
  /** No record of the partition has been accepted yet. */
  long NOTHING_YET = Long.MIN_VALUE;

  /**
   * The newest accepted event time of the partition, this record included; ms since the epoch, or
   * {@link #NOTHING_YET}.
   */
  long newest();

  /**
   * A record to be processed.
   *
   * @param original where it came from, for those who may still have to set it aside
   * @param watermark the partition's watermark when it was read, before it counted
   * @param behind how far its event time is behind {@code newest}, ms; 0 if it is the newest
   */
  record Accepted<T>(T value, RawRecord original, long watermark, long behind, long newest)
      implements Ingested<T> {}

  /**
   * A record whose own partition had moved on.
   *
   * @param behind how far its event time is behind {@code newest}, ms
   */
  record Late<T>(SetAside record, long behind, long newest) implements Ingested<T> {}

  /** A record that cannot be used. */
  record Dead<T>(SetAside record, long newest) implements Ingested<T> {}

  /**
   * A word about the partition: said when reading starts or resumes, and again when it has been
   * read as far as it reached when the job was submitted.
   *
   * @param loaded whether it has
   */
  record Position<T>(TopicPartition partition, boolean loaded, long newest)
      implements Ingested<T> {}
}
