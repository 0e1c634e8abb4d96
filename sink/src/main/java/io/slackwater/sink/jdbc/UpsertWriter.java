package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@link WriteMode#UPSERT}: rows are in the results before the barrier. */
final class UpsertWriter implements EpochWriter {
  private final JdbcSinkConfig config;
  private final Tables tables;
  private final DatabaseSession session;
  private final Attempt attempt;
  private final Owner owner;
  private final Progress progress;
  private final Clock clock;

  private long toldCompleteThrough = StagedBatch.NO_PROGRESS;
  private boolean tidied;

  UpsertWriter(JdbcSinkConfig config, Attempt attempt, Clock clock) {
    this.config = config;
    this.tables = config.tables();
    this.session = config.session();
    this.attempt = attempt;
    this.owner = new Owner(tables, config.writer(), attempt.jobId());
    this.progress = new Progress(tables, config.writer());
    this.clock = clock;
  }

  @Override
  public void open() throws SQLException, InterruptedException {
    Ddl.check(session, config);
    session.inTransaction(
        sql -> {
          owner.register(sql, clock.millis());
          owner.check(sql);
          progress.join(sql, attempt.parallelism(), attempt.subtask(), attempt.id());
          return null;
        });
  }

  @Override
  public void load(List<EncodedRow> chunk) throws SQLException, InterruptedException {
    session.inTransaction(
        sql -> {
          owner.check(sql);
          tables.dialect().upsert(sql, tables, chunk);
          return null;
        });
  }

  /** A duplicate comes from a unique constraint beside the primary key. */
  @Override
  public boolean blamesRow(SQLException error) {
    Fault fault = tables.dialect().classify(error);
    return fault == Fault.ROW || fault == Fault.DUPLICATE;
  }

  @Override
  public String reason(SQLException error) {
    return tables.dialect().reason(error);
  }

  @Override
  public Optional<StagedBatch> finish(long checkpointId, long completeThrough)
      throws SQLException, InterruptedException {
    if (completeThrough != toldCompleteThrough) {
      session.inTransaction(
          sql -> {
            owner.check(sql);
            progress.advance(
                sql, attempt.parallelism(), attempt.subtask(), attempt.id(), completeThrough);
            return null;
          });
      toldCompleteThrough = completeThrough;
    }
    return Optional.empty();
  }

  @Override
  public void earlierBatchesAreNobodys() throws SQLException, InterruptedException {
    if (!attempt.tidies() || tidied) {
      return;
    }
    session.inTransaction(
        sql -> {
          owner.check(sql);
          progress.forgetOthers(sql, attempt.parallelism());
          return null;
        });
    tidied = true;
  }

  @Override
  public void close() {
    session.close();
  }
}
