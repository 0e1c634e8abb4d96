package io.slackwater.sink.jdbc;

import javax.annotation.Nullable;

/**
 * What Flink's state knows of the rows that one subtask staged for one checkpoint. With it anyone
 * can publish them.
 *
 * @param batchId null when the epoch had no rows and only progress is to be told
 * @param attempt identity of the execution of the subtask that staged
 * @param checksum sum of the rows' hashes
 * @param stagedAt when the batch was opened, ms since the epoch, exactly as in the ledger
 * @param completeThrough event time, ms: rows that end at or before it are all in this batch or in
 *     earlier ones of the subtask; {@link #NO_PROGRESS} if unknown
 */
record StagedBatch(
    @Nullable String batchId,
    String attempt,
    int subtask,
    int parallelism,
    long checkpointId,
    long rows,
    long checksum,
    long stagedAt,
    long completeThrough) {
  static final long NO_PROGRESS = Long.MIN_VALUE;
}
