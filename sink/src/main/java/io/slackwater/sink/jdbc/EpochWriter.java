package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** How the rows between two checkpoints reach the database. */
interface EpochWriter extends AutoCloseable {

  /** Before the first row of this attempt. */
  void open() throws SQLException, InterruptedException;

  /**
   * Writes all of the rows or none.
   *
   * @throws SQLException when none was written; {@link #blamesRow} tells why
   */
  void load(List<EncodedRow> rows) throws SQLException, InterruptedException;

  /** Whether the content of a row is to blame for an error of {@link #load}. */
  boolean blamesRow(SQLException error);

  /** One line for the rejected row. */
  String reason(SQLException error);

  /**
   * Ends the epoch.
   *
   * @param completeThrough as in {@link StagedBatch}
   * @return what is left to do once the checkpoint has completed
   */
  Optional<StagedBatch> finish(long checkpointId, long completeThrough)
      throws SQLException, InterruptedException;

  /**
   * What earlier attempts left open belongs to nobody: a checkpoint has completed, so every subtask
   * of this attempt runs and has published what it restored; or this is batch execution, which
   * restores nothing.
   */
  void earlierBatchesAreNobodys() throws SQLException, InterruptedException;

  @Override
  void close();
}
