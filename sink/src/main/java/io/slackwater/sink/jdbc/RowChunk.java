package io.slackwater.sink.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows on their way to the database. When the database blames the content, halves are tried until
 * the guilty row stands alone: some 25 statements for one bad row in 5,000.
 */
final class RowChunk<T> {
  /** What became of rows. */
  interface Outcome<T> {
    void written(int rows);

    void rejected(T row, String reason);
  }

  private final EpochWriter writer;
  private final JdbcTuning tuning;
  private final Outcome<T> outcome;
  private final List<T> rows = new ArrayList<>();
  private final List<EncodedRow> encoded = new ArrayList<>();
  private long size;

  RowChunk(EpochWriter writer, JdbcTuning tuning, Outcome<T> outcome) {
    this.writer = writer;
    this.tuning = tuning;
    this.outcome = outcome;
  }

  /** Writes the chunk when it is full. */
  void add(T row, EncodedRow encodedRow) throws SQLException, InterruptedException {
    rows.add(row);
    encoded.add(encodedRow);
    size += encodedRow.fields().length;
    if (rows.size() >= tuning.chunkRows() || size >= tuning.chunkBytes()) {
      flush();
    }
  }

  void flush() throws SQLException, InterruptedException {
    if (!rows.isEmpty()) {
      load(0, rows.size());
    }
    rows.clear();
    encoded.clear();
    size = 0;
  }

  private void load(int from, int to) throws SQLException, InterruptedException {
    try {
      writer.load(encoded.subList(from, to));
      outcome.written(to - from);
    } catch (SQLException e) {
      if (!writer.blamesRow(e)) {
        throw e;
      }
      if (to - from == 1) {
        outcome.rejected(rows.get(from), writer.reason(e));
        return;
      }
      int middle = (from + to) >>> 1;
      load(from, middle);
      load(middle, to);
    }
  }
}
