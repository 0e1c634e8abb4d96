package io.slackwater.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;

/**
 * Numbers that rarely need another value than {@link #DEFAULT}.
 *
 * @param chunkRows rows held in memory before they are written (at least 1)
 * @param chunkBytes of those rows, after which they are written earlier
 * @param statementTimeout after this a statement is cancelled and tried again
 * @param ledgerRetention how long published batches are remembered. A savepoint older than this can
 *     still be restored; a batch of it that is gone is then taken as published
 */
public record JdbcTuning(
    int chunkRows,
    int chunkBytes,
    Duration statementTimeout,
    Duration ledgerRetention,
    RetryPolicy retry)
    implements Serializable {

  /** 5,000 rows or 4 MiB, one minute, 30 days. */
  public static final JdbcTuning DEFAULT =
      new JdbcTuning(
          5_000, 4 << 20, Duration.ofMinutes(1), Duration.ofDays(30), RetryPolicy.DEFAULT);

  /**
   * @throws IllegalArgumentException when a value is not positive
   */
  public JdbcTuning {
    if (chunkRows < 1
        || chunkBytes < 1
        || statementTimeout.toSeconds() < 1
        || ledgerRetention.toHours() < 1) {
      throw new IllegalArgumentException(
          "chunks of %d rows / %d bytes, statement timeout %s, ledger retention %s: needs at least 1 row, 1 byte, 1 s and 1 h"
              .formatted(chunkRows, chunkBytes, statementTimeout, ledgerRetention));
    }
  }
}
