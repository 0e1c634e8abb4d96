package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** PostgreSQL: rows are staged with {@code COPY}. */
final class PostgresDialect implements SqlDialect {
  private static final DateTimeFormatter AFTER_YEAR =
      new DateTimeFormatterBuilder()
          .appendPattern("-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    Connection connection = new Driver().connect(url, properties);
    if (connection == null) {
      throw new SQLException("the PostgreSQL driver does not accept this database URL");
    }
    return connection;
  }

  @Override
  public Properties driverProperties(Duration socketTimeout) {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("loginTimeout", "20");
    properties.setProperty("socketTimeout", Long.toString(socketTimeout.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    // Named statements live in a server session, which a pooler changes between transactions.
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("ApplicationName", "slackwater");
    return properties;
  }

  @Override
  public String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public String instant(Instant instant) {
    LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    int year = utc.getYear();
    return "%04d%s+00%s"
        .formatted(year > 0 ? year : 1 - year, AFTER_YEAR.format(utc), year > 0 ? "" : " BC");
  }

  @Override
  public String batchParameter() {
    return "CAST(? AS uuid)";
  }

  @Override
  public String instantParameter() {
    return "CAST(? AS timestamptz)";
  }

  @Override
  public String insertIfAbsent(String table, List<String> columns, List<String> parameters) {
    return "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING"
        .formatted(table, String.join(", ", columns), String.join(", ", parameters));
  }

  @Override
  public String forShare() {
    return "FOR SHARE";
  }

  @Override
  public String publish(Tables tables) {
    String source = "%s WHERE %s = %s".formatted(tables.staging(), Tables.BATCH, batchParameter());
    return merge(tables, tables.columns(), source, Tables.SEQUENCE);
  }

  /**
   * One statement must not meet a key twice, so of several rows with one key the last one of the
   * highest revision is taken. Keys are taken in one order, so two publications cannot wait for
   * each other; the order of the bytes, which costs far less than that of a language.
   */
  private String merge(Tables tables, String values, String source, String sequence) {
    TableSpec spec = tables.spec();
    String order =
        spec.columns().stream()
            .filter(spec::isKey)
            .map(c -> quote(c.name()) + (c.type() == ColumnType.TEXT ? " COLLATE \"C\"" : ""))
            .collect(Collectors.joining(", "));
    String newest = spec.revision() == null ? "" : quote(spec.revision()) + " DESC, ";
    String assignments =
        spec.columns().stream()
            .filter(column -> !spec.isKey(column))
            .map(column -> quote(column.name()))
            .map(column -> column + " = excluded." + column)
            .collect(Collectors.joining(", "));
    String action = assignments.isEmpty() ? "NOTHING" : "UPDATE SET " + assignments;
    String guard =
        spec.revision() == null
            ? ""
            : " WHERE excluded.%1$s >= target.%1$s".formatted(quote(spec.revision()));
    return "INSERT INTO %s AS target (%s) SELECT DISTINCT ON (%s) %s FROM %s ORDER BY %s, %s%s DESC ON CONFLICT (%s) DO %s%s"
        .formatted(
            tables.results(),
            tables.columns(),
            order,
            values,
            source,
            order,
            newest,
            sequence,
            tables.key(),
            action,
            guard);
  }

  @Override
  public Removed remove(Sql sql, Tables tables, String batchId) throws SQLException {
    return sql.first(
            "WITH removed AS (DELETE FROM %s WHERE %s = %s RETURNING %s) SELECT COUNT(*), COALESCE(SUM(%s), 0) FROM removed"
                .formatted(
                    tables.staging(), Tables.BATCH, batchParameter(), Tables.HASH, Tables.HASH),
            row -> new Removed(row.getLong(1), row.getLong(2)),
            batchId)
        .orElseThrow();
  }

  @Override
  public void stage(Sql sql, Tables tables, String batchId, List<EncodedRow> rows)
      throws SQLException {
    CopyIn copy =
        sql.connection()
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(
                "COPY %s (%s, %s, %s, %s) FROM STDIN"
                    .formatted(
                        tables.staging(),
                        Tables.BATCH,
                        Tables.SEQUENCE,
                        Tables.HASH,
                        tables.columns()));
    try {
      byte[] bytes = copyText(batchId, rows);
      copy.writeToCopy(bytes, 0, bytes.length);
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private static byte[] copyText(String batchId, List<EncodedRow> rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(rows.size() * 128);
    StringBuilder line = new StringBuilder(256);
    for (EncodedRow row : rows) {
      line.setLength(0);
      line.append(batchId).append('\t').append(row.sequence()).append('\t').append(row.hash());
      for (String field : row.fields()) {
        line.append('\t');
        appendField(line, field);
      }
      bytes.writeBytes(line.append('\n').toString().getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void appendField(StringBuilder line, String field) {
    if (field == null) {
      line.append("\\N");
      return;
    }
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        default -> line.append(c);
      }
    }
  }

  /** One array per column: one statement whatever the number of rows, so nothing is prepared. */
  @Override
  public void upsert(Sql sql, Tables tables, List<EncodedRow> rows) throws SQLException {
    List<ColumnSpec> columns = tables.spec().columns();
    List<String> casts = new ArrayList<>();
    for (ColumnSpec column : columns) {
      String name = quote(column.name());
      casts.add("CAST(%1$s AS %2$s) AS %1$s".formatted(name, PostgresDdl.type(column)));
    }
    String source =
        "(SELECT %s, %s FROM unnest(%s) WITH ORDINALITY AS given (%s, %s)) AS typed"
            .formatted(
                String.join(", ", casts),
                Tables.SEQUENCE,
                columns.stream().map(c -> "?::text[]").collect(Collectors.joining(", ")),
                tables.columns(),
                Tables.SEQUENCE);
    try (PreparedStatement statement =
        sql.prepare(merge(tables, tables.columns(), source, Tables.SEQUENCE))) {
      for (int i = 0; i < columns.size(); i++) {
        String[] values = new String[rows.size()];
        for (int r = 0; r < values.length; r++) {
          values[r] = rows.get(r).fields()[i];
        }
        Array array = sql.connection().createArrayOf("text", values);
        statement.setArray(i + 1, array);
      }
      statement.executeUpdate();
    }
  }

  @Override
  public List<String> createTables(Tables tables, WriteMode mode) {
    return PostgresDdl.create(tables, mode);
  }

  /** The detail of a check violation is the whole row, shown in the session's zone: left out. */
  @Override
  public String reason(SQLException error) {
    ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
    if (server == null) {
      return OneLine.of(error.getMessage());
    }
    boolean showsRow = PSQLState.CHECK_VIOLATION.getState().equals(server.getSQLState());
    String detail = showsRow || server.getDetail() == null ? "" : ": " + server.getDetail();
    return OneLine.of(server.getMessage() + detail);
  }

  @Override
  public Fault classify(SQLException error) {
    String state = error.getSQLState();
    if (state == null) {
      return Fault.LASTING;
    }
    if (state.equals("23505")) {
      return Fault.DUPLICATE;
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "22", "23", "54" -> Fault.ROW;
      case "08", "40", "53", "57", "58" -> Fault.PASSING;
      // 25006: a primary that has become a standby; 55P03: a lock timeout set by the operator.
      default -> state.equals("25006") || state.equals("55P03") ? Fault.PASSING : Fault.LASTING;
    };
  }
}
