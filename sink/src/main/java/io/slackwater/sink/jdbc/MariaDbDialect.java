package io.slackwater.sink.jdbc;

import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.mariadb.jdbc.Driver;

/**
 * MariaDB and MySQL: rows are staged with multi-row inserts. Instants are {@code DATETIME(6)} in
 * UTC, written and read as text, so neither the session's zone nor the year 2038 matters.
 */
final class MariaDbDialect implements SqlDialect {
  /** Keeps a statement of wide rows well below the server's packet limit. */
  private static final int ROWS_PER_INSERT = 500;

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  /** Deadlock, lock wait timeout, query interrupted, server shutting down, too many connections. */
  private static final Set<Integer> PASSING =
      Set.of(1213, 1205, 1317, 1053, 1040, 1203, 1290, 1836);

  /** Check constraint (MariaDB, MySQL), wrong text, too big a packet for one row. */
  private static final Set<Integer> ROW = Set.of(4025, 3819, 1366, 1153);

  private static final int DUPLICATE_KEY = 1062;

  private final String exactCollation;

  /**
   * @param exactCollation one that tells {@code a} from {@code A} and from {@code a} with a space
   */
  MariaDbDialect(String exactCollation) {
    this.exactCollation = exactCollation;
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    String mariaDbUrl = url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
    Driver driver = new Driver();
    ListedDrivers.remove(Driver.class);
    Connection connection = driver.connect(mariaDbUrl, properties);
    if (connection == null) {
      throw new SQLException("the MariaDB driver does not accept this database URL");
    }
    return connection;
  }

  @Override
  public Properties driverProperties(Duration socketTimeout) {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10000");
    properties.setProperty("socketTimeout", Long.toString(socketTimeout.toMillis()));
    properties.setProperty("tcpKeepAlive", "true");
    // Rows changed, not rows that already were so.
    properties.setProperty("useAffectedRows", "true");
    properties.setProperty("transactionIsolation", "READ-COMMITTED");
    // Without the strict mode the server would cut and round values instead of refusing them.
    properties.setProperty(
        "sessionVariables", "sql_mode='STRICT_ALL_TABLES,NO_ZERO_DATE,NO_BACKSLASH_ESCAPES'");
    return properties;
  }

  @Override
  public String quote(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }

  /** All values travel as text. */
  @Override
  public void write(ColumnSpec column, Object value, DataOutput out) throws IOException {
    String text =
        switch (column.type()) {
          case INTEGER, BIGINT, TEXT -> value.toString();
          case NUMERIC -> ((BigDecimal) value).toPlainString();
          case TIMESTAMP -> instant((Instant) value);
        };
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public String instant(Instant instant) {
    return UTC.format(instant.truncatedTo(ChronoUnit.MICROS));
  }

  @Override
  public String batchParameter() {
    return "?";
  }

  @Override
  public String instantParameter() {
    return "CAST(? AS DATETIME(6))";
  }

  @Override
  public String insertIfAbsent(String table, List<String> columns, List<String> parameters) {
    return "INSERT INTO %s (%s) VALUES (%s) ON DUPLICATE KEY UPDATE %4$s = %4$s"
        .formatted(
            table, String.join(", ", columns), String.join(", ", parameters), columns.get(0));
  }

  @Override
  public String forShare() {
    return "LOCK IN SHARE MODE";
  }

  @Override
  public List<String> publish(Tables tables, boolean expectNew) {
    TableSpec spec = tables.spec();
    String oldestFirst = spec.revision() == null ? "" : quote(spec.revision()) + ", ";
    return List.of(
        "INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s = ? ORDER BY %s, %s%s %s"
            .formatted(
                tables.results(),
                tables.columns(),
                tables.columns(),
                tables.staging(),
                Tables.BATCH,
                tables.key(),
                oldestFirst,
                Tables.SEQUENCE,
                onDuplicate(tables)));
  }

  /** The revision is assigned last: the assignments before it must still see the old one. */
  private String onDuplicate(Tables tables) {
    TableSpec spec = tables.spec();
    String target = tables.results();
    String revision = spec.revision() == null ? null : quote(spec.revision());
    Stream<String> others =
        spec.columns().stream()
            .map(ColumnSpec::name)
            .filter(name -> !spec.primaryKey().contains(name) && !name.equals(spec.revision()))
            .map(this::quote)
            .map(
                name ->
                    revision == null
                        ? "%1$s = VALUES(%1$s)".formatted(name)
                        : "%1$s = IF(VALUES(%2$s) >= %3$s.%2$s, VALUES(%1$s), %3$s.%1$s)"
                            .formatted(name, revision, target));
    Stream<String> last =
        revision == null
            ? Stream.empty()
            : Stream.of("%1$s = GREATEST(%2$s.%1$s, VALUES(%1$s))".formatted(revision, target));
    String assignments = Stream.concat(others, last).collect(Collectors.joining(", "));
    String key = quote(spec.primaryKey().get(0));
    return "ON DUPLICATE KEY UPDATE "
        + (assignments.isEmpty() ? key + " = VALUES(" + key + ")" : assignments);
  }

  /** Whether commits wait for the disk is the server's own setting. */
  @Override
  public String acknowledgeEarly() {
    return "1";
  }

  @Override
  public long staged(Sql sql, Tables tables, String batchId) throws SQLException {
    return sql.first(
            "SELECT COUNT(*) FROM %s WHERE %s = ?".formatted(tables.staging(), Tables.BATCH),
            row -> row.getLong(1),
            batchId)
        .orElseThrow();
  }

  /** Nobody adds to the batch in between: its ledger row is locked. */
  @Override
  public Removed remove(Sql sql, Tables tables, String batchId) throws SQLException {
    String batch = " FROM %s WHERE %s = ?".formatted(tables.staging(), Tables.BATCH);
    Removed found =
        sql.first(
                "SELECT COUNT(*), COALESCE(SUM(%s), 0)".formatted(Tables.HASH) + batch,
                row -> new Removed(row.getLong(1), row.getLong(2)),
                batchId)
            .orElseThrow();
    sql.update("DELETE" + batch, batchId);
    return found;
  }

  /** None: the staging table has the constraints itself. */
  @Override
  public Refusals refusals(Sql sql, Tables tables) {
    return Refusals.NONE;
  }

  @Override
  public void stage(Sql sql, Tables tables, Refusals refused, String batchId, List<EncodedRow> rows)
      throws SQLException {
    String target =
        "INSERT INTO %s (%s, %s, %s, %s) VALUES "
            .formatted(
                tables.staging(), Tables.BATCH, Tables.SEQUENCE, Tables.HASH, tables.columns());
    insert(sql, target, "", width(tables), batchId, rows);
  }

  @Override
  public void upsert(Sql sql, Tables tables, List<EncodedRow> rows) throws SQLException {
    String target = "INSERT INTO %s (%s) VALUES ".formatted(tables.results(), tables.columns());
    insert(sql, target, " " + onDuplicate(tables), width(tables), null, rows);
  }

  /** With a batch id the sink's own columns come first. */
  private static void insert(
      Sql sql, String target, String suffix, int columns, String batchId, List<EncodedRow> rows)
      throws SQLException {
    for (int from = 0; from < rows.size(); from += ROWS_PER_INSERT) {
      List<EncodedRow> part = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_INSERT));
      int width = columns + (batchId == null ? 0 : 3);
      String tuple = "(" + String.join(", ", Collections.nCopies(width, "?")) + ")";
      String values = String.join(", ", Collections.nCopies(part.size(), tuple));
      try (PreparedStatement statement = sql.prepare(target + values + suffix)) {
        int parameter = 1;
        for (EncodedRow row : part) {
          if (batchId != null) {
            statement.setString(parameter++, batchId);
            statement.setLong(parameter++, row.sequence());
            statement.setLong(parameter++, row.hash());
          }
          ByteBuffer fields = ByteBuffer.wrap(row.fields());
          while (fields.hasRemaining()) {
            statement.setString(parameter++, text(fields));
          }
        }
        statement.executeUpdate();
      }
    }
  }

  private static int width(Tables tables) {
    return tables.spec().columns().size();
  }

  @Nullable
  private static String text(ByteBuffer fields) {
    int length = fields.getInt();
    if (length == EncodedRow.NULL) {
      return null;
    }
    String text =
        new String(
            fields.array(),
            fields.arrayOffset() + fields.position(),
            length,
            StandardCharsets.UTF_8);
    fields.position(fields.position() + length);
    return text;
  }

  @Override
  public List<String> createTables(Tables tables, WriteMode mode) {
    return new MariaDbDdl(exactCollation).create(tables, mode);
  }

  @Override
  public List<String> stagingStorage(Tables tables) {
    return List.of();
  }

  @Override
  public List<String> stagingColumns() {
    return List.of(Tables.BATCH, Tables.SEQUENCE, Tables.HASH);
  }

  /** The driver puts a connection number in front, the server the number of the row behind. */
  @Override
  public String reason(SQLException error) {
    return OneLine.of(
        error.getMessage().replaceFirst("^\\(conn=\\d+\\) ", "").replaceFirst(" at row \\d+$", ""));
  }

  @Override
  public Fault classify(SQLException error) {
    int code = error.getErrorCode();
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (UntrustedServer.isReasonOf(error)) {
      return Fault.LASTING;
    }
    if (code == DUPLICATE_KEY) {
      return Fault.DUPLICATE;
    }
    if (ROW.contains(code) || state.startsWith("22") || state.startsWith("23")) {
      return Fault.ROW;
    }
    boolean passing =
        PASSING.contains(code)
            || state.startsWith("08")
            || state.startsWith("40")
            || state.startsWith("70");
    return passing ? Fault.PASSING : Fault.LASTING;
  }
}
