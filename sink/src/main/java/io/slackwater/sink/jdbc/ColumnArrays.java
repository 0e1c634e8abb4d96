package io.slackwater.sink.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgArray;

/**
 * Rows as one array per column: how they travel to PostgreSQL, and how a chunk of them lies in one
 * tuple of the staging table. A tuple there, with its index entry, costs what one of the results
 * does; 5,000 rows to a tuple cost next to nothing.
 */
final class ColumnArrays {
  private final Tables tables;
  private final TableSpec spec;

  ColumnArrays(Tables tables) {
    this.tables = tables;
    this.spec = tables.spec();
  }

  /**
   * What constraints of the results refuse. No constraint of the staging table can look into
   * arrays, so staging asks before it inserts. Only the arrays that a check is about are taken
   * apart for it; an array knows itself whether there is a null in it.
   */
  Refusals refusals(Sql sql) throws SQLException {
    String query =
        """
        WITH known AS (
          SELECT attnum, attname, attnotnull FROM pg_attribute
          WHERE attrelid = CAST(? AS regclass) AND attname IN (%s))
        SELECT string_agg(of_row, ' OR '), string_agg(of_chunk, ' OR ') FROM (
          SELECT '(' || expression || ') IS FALSE',
                 'EXISTS (SELECT FROM (SELECT ' || columns || ') AS one WHERE ('
                 || expression || ') IS FALSE)'
          FROM pg_constraint
          CROSS JOIN LATERAL (SELECT pg_get_expr(conbin, conrelid) AS expression) AS form
          CROSS JOIN LATERAL (
            SELECT string_agg('unnest(given.' || quote_ident(attname) || ') AS ' || quote_ident(attname), ', ') AS columns
            FROM known WHERE attnum = ANY (conkey)) AS needed
          WHERE conrelid = CAST(? AS regclass) AND contype = 'c'
            AND conkey <@ ARRAY(SELECT attnum FROM known)
          UNION ALL
          SELECT quote_ident(attname) || ' IS NULL',
                 'array_position(given.' || quote_ident(attname) || ', NULL) IS NOT NULL'
          FROM known WHERE attnotnull
        ) AS refusals (of_row, of_chunk)"""
            .formatted(each("'%s'"::formatted, spec.columnNames()));
    return sql.first(
            query,
            row ->
                row.getString(1) == null
                    ? Refusals.NONE
                    : new Refusals(row.getString(1), row.getString(2)),
            tables.results(),
            tables.results())
        .orElse(Refusals.NONE);
  }

  /** Adds the rows to the staging table as one tuple. */
  void stage(Sql sql, Refusals refused, String batchId, List<EncodedRow> rows) throws SQLException {
    String insert =
        """
        INSERT INTO %s (%s, %s, %s, %s, %s)
        SELECT CAST(? AS uuid), ?, ?, ?, %s FROM %s
        WHERE NOT (%s)"""
            .formatted(
                tables.staging(),
                Tables.BATCH,
                Tables.SEQUENCE,
                Tables.ROWS,
                Tables.HASH,
                tables.columns(),
                tables.columns(),
                given(),
                refused.ofChunk());
    long hash = rows.stream().mapToLong(EncodedRow::hash).sum();
    try (PreparedStatement statement =
        sql.prepare(insert, batchId, rows.get(0).sequence(), rows.size(), hash)) {
      bind(statement, 5, rows);
      if (statement.executeUpdate() == 1) {
        return;
      }
    }
    throw refusal(sql, refused.ofRow(), rows);
  }

  /** Puts a refused row where it is refused, for the database's own words. */
  private SQLException refusal(Sql sql, String refused, List<EncodedRow> rows) throws SQLException {
    String insert =
        "INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s LIMIT 1"
            .formatted(
                tables.results(), tables.columns(), tables.columns(), rowsOf(given()), refused);
    try (PreparedStatement statement = sql.prepare(insert)) {
      bind(statement, 1, rows);
      statement.executeUpdate();
    }
    return new SQLException("a constraint of " + tables.results() + " refuses the row", "23514");
  }

  void upsert(Sql sql, List<EncodedRow> rows) throws SQLException {
    try (PreparedStatement statement = sql.prepare(merge(rowsOf(given())) + onConflict())) {
      bind(statement, 1, rows);
      statement.executeUpdate();
    }
  }

  /**
   * Statements that move a batch (parameter 1 of each) to the results.
   *
   * @param expectNew rows with a new key cost half as much without {@code ON CONFLICT}, and those
   *     of the first revision nearly always have one; if not, the key is reported as a duplicate
   */
  List<String> publish(boolean expectNew) {
    if (!expectNew) {
      return List.of(merge(rowsOf(staged(""))) + onConflict());
    }
    if (spec.revision() == null) {
      return List.of(plain(""));
    }
    String revision = tables.dialect().quote(spec.revision());
    // Chunks without a later revision, which is nearly all of them, are not taken apart again.
    String later = staged(" AND NOT (0 = ALL (%s))".formatted(revision));
    return List.of(
        plain(" WHERE %s = 0".formatted(revision)),
        merge(rowsOf(later) + " WHERE " + revision + " <> 0") + onConflict());
  }

  /** In the order in which they were staged: sorting them costs a third of inserting them. */
  private String plain(String filter) {
    return "INSERT INTO %s (%s) SELECT * FROM (SELECT %s FROM %s WHERE %s = CAST(? AS uuid)) AS one%s"
        .formatted(
            tables.results(),
            tables.columns(),
            each("unnest(%1$s) AS %1$s"::formatted),
            tables.staging(),
            Tables.BATCH,
            filter);
  }

  private String staged(String filter) {
    return "(SELECT * FROM %s WHERE %s = CAST(? AS uuid)%s) AS given"
        .formatted(tables.staging(), Tables.BATCH, filter);
  }

  /**
   * One statement must not meet a key twice, so of several rows with one key the last one of the
   * highest revision is taken. Keys are taken in one order, so two publications cannot wait for
   * each other; the order of the bytes, which costs far less than that of a language.
   */
  private String merge(String rows) {
    String order =
        spec.columns().stream()
            .filter(spec::isKey)
            .map(
                column ->
                    tables.dialect().quote(column.name())
                        + (column.type() == ColumnType.TEXT ? " COLLATE \"C\"" : ""))
            .collect(Collectors.joining(", "));
    String newest =
        spec.revision() == null ? "" : tables.dialect().quote(spec.revision()) + " DESC, ";
    return "INSERT INTO %s AS target (%s) SELECT DISTINCT ON (%s) %s FROM %s ORDER BY %s, %s%s DESC"
        .formatted(
            tables.results(),
            tables.columns(),
            order,
            tables.columns(),
            rows,
            order,
            newest,
            Tables.SEQUENCE);
  }

  private String onConflict() {
    List<String> values =
        spec.columnNames().stream().filter(name -> !spec.primaryKey().contains(name)).toList();
    String action =
        values.isEmpty()
            ? "NOTHING"
            : "UPDATE SET " + each(name -> name + " = excluded." + name, quoted(values));
    String guard =
        spec.revision() == null
            ? ""
            : " WHERE excluded.%1$s >= target.%1$s"
                .formatted(tables.dialect().quote(spec.revision()));
    return " ON CONFLICT (%s) DO %s%s".formatted(tables.key(), action, guard);
  }

  /** One array per column as a parameter, with the scale of the column. */
  private String given() {
    String arrays =
        spec.columns().stream()
            .map(
                column ->
                    "CAST(? AS %s[]) AS %s"
                        .formatted(PostgresDdl.type(column), tables.dialect().quote(column.name())))
            .collect(Collectors.joining(", "));
    // OFFSET keeps the casts from being done once per use.
    return "(SELECT %s, 0 AS %s OFFSET 0) AS given".formatted(arrays, Tables.SEQUENCE);
  }

  /** The arrays of {@code given} as rows again, with their place in the batch. */
  private String rowsOf(String given) {
    return "(SELECT %s, generate_series(%3$s, %3$s + cardinality(%2$s) - 1) AS %3$s FROM %4$s) AS row"
        .formatted(
            each("unnest(%1$s) AS %1$s"::formatted),
            quoted(spec.columnNames()).get(0),
            Tables.SEQUENCE,
            given);
  }

  private String each(UnaryOperator<String> form) {
    return each(form, quoted(spec.columnNames()));
  }

  private static String each(UnaryOperator<String> form, List<String> names) {
    return names.stream().map(form).collect(Collectors.joining(", "));
  }

  private List<String> quoted(List<String> names) {
    return names.stream().map(tables.dialect()::quote).toList();
  }

  private void bind(PreparedStatement statement, int parameter, List<EncodedRow> rows)
      throws SQLException {
    BaseConnection connection = statement.getConnection().unwrap(BaseConnection.class);
    byte[][] arrays = PostgresBinary.arrays(spec.columns(), rows);
    for (int column = 0; column < arrays.length; column++) {
      int type = PostgresBinary.arrayType(spec.columns().get(column));
      statement.setArray(parameter + column, new PgArray(connection, type, arrays[column]));
    }
  }
}
