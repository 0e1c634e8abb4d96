package io.slackwater.sink.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The quoted names of the results table and of the sink's own tables beside it. */
record Tables(TableSpec spec, SqlDialect dialect) {
  static final String OWN_COLUMNS = "slackwater_";
  static final String BATCH = "slackwater_batch";
  static final String SEQUENCE = "slackwater_seq";
  static final String ROWS = "slackwater_rows";
  static final String HASH = "slackwater_hash";
  static final int LONGEST_SUFFIX = "_progress_part".length();

  String results() {
    return quoted("");
  }

  /** Rows of batches that are not yet published. */
  String staging() {
    return quoted("_staging");
  }

  /** One entry per batch, from its first row until long after its publication. */
  String ledger() {
    return quoted("_ledger");
  }

  /** Which job may publish under a writer's name. */
  String owner() {
    return quoted("_owner");
  }

  /** One entry per writing subtask: its current attempt and how far its rows are published. */
  String part() {
    return quoted("_progress_part");
  }

  /** The view for readers: complete through when. */
  String progress() {
    return quoted("_progress");
  }

  /** The columns of the results, quoted, with commas. */
  String columns() {
    return quoteAll(spec.columnNames());
  }

  String key() {
    return quoteAll(spec.primaryKey());
  }

  String quoteAll(List<String> names) {
    return names.stream().map(dialect::quote).collect(Collectors.joining(", "));
  }

  private String quoted(String suffix) {
    return Arrays.stream((spec.name() + suffix).split("\\."))
        .map(dialect::quote)
        .collect(Collectors.joining("."));
  }
}
