package io.slackwater.ops.savepoint;

import java.util.OptionalLong;

/**
 * What a sink had prepared when the savepoint was taken and a restore commits, unless it has been
 * committed since, as after a stop with savepoint.
 *
 * @param id names a Kafka transaction as {@code transactionalId@producerId:epoch}, the form that
 *     the job's {@code --accept-lost-transaction} takes; or a batch of staged rows
 * @param rows in the batch; unknown for Kafka
 * @param sinceMillis age: timestamp of the transaction's first record in the log, or when the batch
 *     was opened, ms since the epoch. A transaction that is older than its timeout may be gone
 * @param checkpointId the checkpoint that it was prepared for
 */
public record PendingCommit(String id, OptionalLong rows, long sinceMillis, long checkpointId) {}
