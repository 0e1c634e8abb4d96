package io.slackwater.ops.lateness;

import io.slackwater.job.source.Ingested;
import org.apache.kafka.common.TopicPartition;

/**
 * What is read of a partition for one {@link Span}: from {@code start} on to learn its newest event
 * time, from {@code judgedFrom} on to be counted.
 *
 * @param stop the offset behind the last
 * @param startMs the records before {@code start} have older Kafka timestamps than this, ms; {@link
 *     Long#MIN_VALUE}: nothing is known of them
 * @param hasAll whether the job, too, knew nothing of the partition at {@code start}
 */
record Stretch(
    TopicPartition partition,
    long start,
    long judgedFrom,
    long stop,
    long startMs,
    boolean hasAll) {

  /**
   * Whether the partition's newest event time at {@code judgedFrom} is certainly what the job had:
   * no record before {@code start} can have had a newer one without being refused as lying too far
   * ahead of its own timestamp.
   */
  boolean isCertain(long newest, long maxFutureSkewMs) {
    return hasAll
        || (newest != Ingested.NOTHING_YET
            && startMs != Long.MIN_VALUE
            && newest >= startMs + maxFutureSkewMs);
  }

  boolean isEmpty() {
    return judgedFrom >= stop;
  }
}
