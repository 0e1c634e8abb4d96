package io.slackwater.job.simulation;

import io.slackwater.job.source.Ingested;

/**
 * What a checkpoint holds of a partition.
 *
 * @param position index of the next record
 * @param newest the newest event time accepted so far, or {@link Ingested#NOTHING_YET}
 */
record Split(PartitionLog log, int position, long newest) {
  static Split first(PartitionLog log) {
    return new Split(log, 0, Ingested.NOTHING_YET);
  }
}
