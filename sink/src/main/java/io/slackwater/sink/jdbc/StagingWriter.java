package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link WriteMode#TWO_PHASE}, first phase. */
final class StagingWriter implements EpochWriter {
  private static final Logger LOG = LoggerFactory.getLogger(StagingWriter.class);

  /**
   * Attempts that were thought dead may stage for a while, so one sweep at the start is too few.
   */
  private static final Duration SWEEP_INTERVAL = Duration.ofMinutes(10);

  private final JdbcSinkConfig config;
  private final Tables tables;
  private final DatabaseSession session;
  private final Attempt attempt;
  private final Owner owner;
  private final Ledger ledger;
  private final Progress progress;
  private final Supplier<UUID> ids;
  private final Clock clock;

  private Refusals refused;
  private String batchId;
  private long stagedAt;
  private long rows;
  private long checksum;
  private long toldCompleteThrough = StagedBatch.NO_PROGRESS;
  private long nextSweep = Long.MIN_VALUE;

  StagingWriter(JdbcSinkConfig config, Attempt attempt, Supplier<UUID> ids, Clock clock) {
    this.config = config;
    this.tables = config.tables();
    this.session = config.session();
    this.attempt = attempt;
    this.owner = new Owner(tables, config.writer(), attempt.jobId());
    this.ledger = new Ledger(tables, config.writer());
    this.progress = new Progress(tables, config.writer());
    this.ids = ids;
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
    refused = session.inTransaction(sql -> tables.dialect().refusals(sql, tables));
  }

  @Override
  public void load(List<EncodedRow> chunk) throws SQLException, InterruptedException {
    boolean first = batchId == null;
    ChunkWork work =
        new ChunkWork(
            first ? ids.get().toString() : batchId, first ? clock.millis() : stagedAt, chunk);
    try {
      session.inTransaction(work);
    } catch (SQLException e) {
      if (tables.dialect().classify(e) != Fault.DUPLICATE) {
        throw e;
      }
      // The server finished a transaction whose connection we had given up.
      session.inTransaction(work);
    }
    batchId = work.id;
    stagedAt = work.openedAt;
    rows += chunk.size();
    for (EncodedRow row : chunk) {
      checksum += row.hash();
    }
  }

  /** A duplicate is never the row's fault here: the staging table's key is the sink's own. */
  @Override
  public boolean blamesRow(SQLException error) {
    return tables.dialect().classify(error) == Fault.ROW;
  }

  /** From the second run on, what an earlier one may have left is taken away first. */
  private final class ChunkWork implements DatabaseSession.Work<Void> {
    private final String id;
    private final long openedAt;
    private final List<EncodedRow> chunk;
    private boolean again;

    ChunkWork(String id, long openedAt, List<EncodedRow> chunk) {
      this.id = id;
      this.openedAt = openedAt;
      this.chunk = chunk;
    }

    @Override
    public Void run(Sql sql) throws SQLException {
      if (batchId == null) {
        ledger.open(sql, id, attempt.subtask(), attempt.id(), openedAt);
      }
      if (!ledger.holdOpen(sql, id)) {
        throw notOpen(sql, id);
      }
      if (again) {
        sql.update(
            "DELETE FROM %s WHERE %s = %s AND %s BETWEEN ? AND ?"
                .formatted(
                    tables.staging(),
                    Tables.BATCH,
                    tables.dialect().batchParameter(),
                    Tables.SEQUENCE),
            id,
            chunk.get(0).sequence(),
            chunk.get(chunk.size() - 1).sequence());
      }
      again = true;
      tables.dialect().stage(sql, tables, refused, id, chunk);
      return null;
    }
  }

  @Override
  public String reason(SQLException error) {
    return tables.dialect().reason(error);
  }

  private SQLException notOpen(Sql sql, String id) throws SQLException {
    if (ledger.look(sql, id) == Ledger.Entry.NONE) {
      return lost(rows);
    }
    throw new IllegalStateException(
        "batch %s was swept: a newer attempt of subtask %d runs (normal for a TaskManager that was thought dead)"
            .formatted(id, attempt.subtask()));
  }

  private static SQLException lost(long missing) {
    return new SQLException(
        "%d staged rows are gone that the database had acknowledged: normal after a crash or a failover of the server"
            .formatted(missing));
  }

  /** The one commit of an epoch that waits for the disk, and for the standby where there is one. */
  private void makeDurable() throws SQLException, InterruptedException {
    session.inTransaction(
        sql -> {
          if (!ledger.complete(sql, batchId, rows)) {
            throw notOpen(sql, batchId);
          }
          long found = tables.dialect().staged(sql, tables, batchId);
          if (found != rows) {
            throw lost(rows - found);
          }
          return null;
        });
  }

  @Override
  public Optional<StagedBatch> finish(long checkpointId, long completeThrough)
      throws SQLException, InterruptedException {
    if (batchId == null && completeThrough == toldCompleteThrough) {
      return Optional.empty();
    }
    if (batchId != null) {
      makeDurable();
    }
    StagedBatch batch =
        new StagedBatch(
            batchId,
            attempt.id(),
            attempt.subtask(),
            attempt.parallelism(),
            checkpointId,
            rows,
            checksum,
            batchId == null ? clock.millis() : stagedAt,
            completeThrough);
    toldCompleteThrough = completeThrough;
    batchId = null;
    rows = 0;
    checksum = 0;
    return Optional.of(batch);
  }

  @Override
  public void earlierBatchesAreNobodys() throws SQLException, InterruptedException {
    long now = clock.millis();
    if (!attempt.tidies() || now < nextSweep) {
      return;
    }
    int swept =
        session.inTransaction(
            sql -> {
              owner.check(sql);
              progress.forgetOthers(sql, attempt.parallelism());
              return ledger.sweep(sql, attempt.parallelism(), now);
            });
    nextSweep = now + SWEEP_INTERVAL.toMillis();
    if (swept > 0) {
      LOG.info(
          "{}: {} batches of earlier attempts that no checkpoint names were swept"
              + " (normal after a restart)",
          tables.results(),
          swept);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
