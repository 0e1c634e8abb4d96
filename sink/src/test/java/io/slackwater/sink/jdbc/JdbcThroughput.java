package io.slackwater.sink.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.slackwater.testkit.embedded.EmbeddedDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.jdbc.JdbcExactlyOnceOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.postgresql.PGConnection;
import org.postgresql.xa.PGXADataSource;

/**
 * Rows per second into one embedded PostgreSQL with durable settings, one line per contestant and
 * round: on one connection stage + publish against batched inserts and COPY, then as Flink jobs of
 * parallelism 2 this sink against the stock XA sink, once with its plain INSERT and once with the
 * statement that a table with revisions needs. A round that is not counted comes first, every other
 * round has the opposite order, and each ends with the ratios that matter, of time and of CPU time.
 * Arguments: rows, rounds.
 */
public final class JdbcThroughput {
  private static final int BATCH = 5_000;
  private static final int WARM_UP_ROWS = 30_000;
  private static final int ATTEMPTS = 3;
  private static final String ON_CONFLICT =
      " ON CONFLICT (customer_id, window_start) DO UPDATE SET revision = excluded.revision, orders = excluded.orders, revenue = excluded.revenue WHERE excluded.revision >= %s.revision";
  private static final String INSERT =
      "INSERT INTO %s (customer_id, window_start, revision, orders, revenue) VALUES (?, ?, ?, ?, ?)";

  private final EmbeddedDatabase database;
  private final int rows;
  private int tables;

  private JdbcThroughput(EmbeddedDatabase database, int rows) {
    this.database = database;
    this.rows = rows;
  }

  private record Result(double seconds, ProcessorSeconds cpu) {}

  private interface Contestant {
    void write(JdbcSinkConfig config) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    // The embedded server's own defaults trade durability for speed.
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(
            Map.of("max_prepared_transactions", "16", "fsync", "on", "synchronous_commit", "on"))) {
      new JdbcThroughput(database, WARM_UP_ROWS).round(false);
      JdbcThroughput throughput = new JdbcThroughput(database, Integer.parseInt(args[0]));
      for (int round = 1; round <= Integer.parseInt(args[1]); round++) {
        Map<String, Result> results = throughput.round(round % 2 == 0);
        results.forEach(throughput::print);
        printRatios(round, "rowsPerSecond", results, Result::seconds);
        printRatios(round, "rowsPerCpuSecond", results, result -> result.cpu().sum());
      }
    }
  }

  private void print(String name, Result result) {
    System.out.printf(
        "{\"sink\":\"%s\",\"rows\":%d,\"seconds\":%.2f,\"rowsPerSecond\":%.0f,\"clientCpuSeconds\":%.2f,\"serverCpuSeconds\":%.2f}%n",
        name,
        rows,
        result.seconds(),
        rows / result.seconds(),
        result.cpu().client(),
        result.cpu().server());
  }

  /** More than 1: this sink is ahead. */
  private static void printRatios(
      int round, String what, Map<String, Result> results, ToDoubleFunction<Result> cost) {
    System.out.printf(
        "{\"round\":%d,\"ratioOf\":\"%s\",\"stage+publish/batched-insert\":%.2f,\"flink/xa\":%.2f,\"flink/xa-upsert\":%.2f}%n",
        round,
        what,
        cost.applyAsDouble(results.get("batched-insert"))
            / cost.applyAsDouble(results.get("stage+publish")),
        cost.applyAsDouble(results.get("flink-stock-xa"))
            / cost.applyAsDouble(results.get("flink-two-phase")),
        cost.applyAsDouble(results.get("flink-stock-xa-upsert"))
            / cost.applyAsDouble(results.get("flink-two-phase")));
  }

  private Map<String, Result> round(boolean backwards) throws Exception {
    Map<String, Contestant> contestants = new LinkedHashMap<>();
    contestants.put("stage+publish", this::stageAndPublish);
    contestants.put("batched-insert", this::batchedInsert);
    contestants.put("upsert", this::upsert);
    contestants.put("copy", this::copy);
    contestants.put("flink-two-phase", this::flinkTwoPhase);
    contestants.put("flink-stock-xa", config -> flinkXa(config, INSERT));
    contestants.put("flink-stock-xa-upsert", config -> flinkXa(config, INSERT + ON_CONFLICT));
    List<String> order = new ArrayList<>(contestants.keySet());
    if (backwards) {
      Collections.reverse(order);
    }
    Map<String, Result> results = new LinkedHashMap<>();
    for (String name : order) {
      results.put(name, measured(name, contestants.get(name)));
    }
    return results;
  }

  /** The stock sink now and then fails a checkpoint ("currentXid not null"): tried again, aloud. */
  private Result measured(String name, Contestant contestant) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return measure(name, contestant);
      } catch (ExecutionException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        System.out.printf("{\"sink\":\"%s\",\"failed\":\"%s\"}%n", name, rootCause(e).getMessage());
      }
    }
  }

  private static Throwable rootCause(Throwable e) {
    return e.getCause() == null ? e : rootCause(e.getCause());
  }

  private Result measure(String name, Contestant contestant) throws Exception {
    String table = "bench_" + rows + "_" + tables++;
    JdbcSinkConfig config =
        JdbcSinkConfig.of(
            "bench",
            new DatabaseAddress(database.jdbcUrl(), database.user(), null),
            Sales.table(table),
            WriteMode.TWO_PHASE);
    Ddl.createIfMissing(config);
    long postmaster = postmaster();
    ProcessorSeconds before = ProcessorSeconds.now(postmaster);
    long started = System.nanoTime();
    contestant.write(config);
    double seconds = (System.nanoTime() - started) / 1e9;
    ProcessorSeconds cpu = ProcessorSeconds.now(postmaster).minus(before);
    if (ask("SELECT count(*) FROM " + table) != rows) {
      throw new IllegalStateException(name + " did not write " + rows + " rows");
    }
    return new Result(seconds, cpu);
  }

  private long postmaster() throws SQLException, IOException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SHOW data_directory")) {
      result.next();
      Path file = Path.of(result.getString(1), "postmaster.pid");
      return Long.parseLong(Files.readAllLines(file).get(0).strip());
    }
  }

  private static Object[] values(Long n) {
    return new Object[] {
      "customer-" + n, Instant.ofEpochSecond(60 * (n % 60)), 0, n, Sales.values(n)[4]
    };
  }

  private void stageAndPublish(JdbcSinkConfig config) throws Exception {
    Attempt attempt = new Attempt("job", "attempt", 0, 1);
    Publication publication =
        new Publication(
            config.tables(), "bench", new Owner(config.tables(), "bench", attempt.jobId()));
    StagingWriter writer = new StagingWriter(config, attempt, UUID::randomUUID, Clock.systemUTC());
    try (DatabaseSession session = config.session()) {
      writer.open();
      load(writer);
      StagedBatch batch = writer.finish(1, StagedBatch.NO_PROGRESS).orElseThrow();
      publication.publish(session, batch, Clock.systemUTC());
    } finally {
      writer.close();
    }
  }

  private void upsert(JdbcSinkConfig config) throws Exception {
    UpsertWriter writer =
        new UpsertWriter(config, new Attempt("job", "attempt", 0, 1), Clock.systemUTC());
    try {
      writer.open();
      load(writer);
    } finally {
      writer.close();
    }
  }

  private void load(EpochWriter writer) throws Exception {
    RowEncoder encoder = new RowEncoder(Sales.table("any"), new PostgresDialect());
    List<EncodedRow> chunk = new ArrayList<>();
    for (long n = 0; n < rows; n++) {
      chunk.add(encoder.encode(n, values(n)));
      if (chunk.size() == BATCH || n == rows - 1) {
        writer.load(chunk);
        chunk.clear();
      }
    }
  }

  private void batchedInsert(JdbcSinkConfig config) throws Exception {
    String url = database.jdbcUrl() + "?reWriteBatchedInserts=true";
    try (Connection connection = DriverManager.getConnection(url, database.user(), null);
        PreparedStatement insert =
            connection.prepareStatement(INSERT.formatted(config.table().name()))) {
      connection.setAutoCommit(false);
      for (long n = 0; n < rows; n++) {
        bind(insert, n);
        insert.addBatch();
        if ((n + 1) % BATCH == 0 || n == rows - 1) {
          insert.executeBatch();
          connection.commit();
        }
      }
    }
  }

  private static void bind(PreparedStatement insert, Long n) throws SQLException {
    Object[] values = values(n);
    insert.setObject(1, values[0]);
    insert.setObject(2, OffsetDateTime.ofInstant((Instant) values[1], ZoneOffset.UTC));
    insert.setObject(3, values[2]);
    insert.setObject(4, values[3]);
    insert.setBigDecimal(5, (BigDecimal) values[4]);
  }

  private void copy(JdbcSinkConfig config) throws Exception {
    try (Connection connection =
        DriverManager.getConnection(database.jdbcUrl(), database.user(), null)) {
      PostgresDialect dialect = new PostgresDialect();
      StringBuilder text = new StringBuilder();
      for (long n = 0; n < rows; n++) {
        Object[] values = values(n);
        text.append(values[0]).append('\t').append(dialect.instant((Instant) values[1]));
        text.append("\t0\t").append(n).append('\t');
        text.append(values[4] == null ? "\\N" : values[4]).append('\n');
        if ((n + 1) % BATCH == 0 || n == rows - 1) {
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn(
                  "COPY " + config.table().name() + " FROM STDIN",
                  new ByteArrayInputStream(text.toString().getBytes(UTF_8)));
          text.setLength(0);
        }
      }
    }
  }

  private static StreamExecutionEnvironment environment() {
    Configuration settings = SalesJob.settings(null);
    settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(2));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
    return env.setParallelism(2);
  }

  private DataStream<Long> numbers(StreamExecutionEnvironment env) {
    return env.fromSource(
        new DataGeneratorSource<>(n -> n, rows, Types.LONG),
        WatermarkStrategy.noWatermarks(),
        "numbers");
  }

  private void flinkTwoPhase(JdbcSinkConfig config) throws Exception {
    StreamExecutionEnvironment env = environment();
    JdbcOutput.attach(
            numbers(env),
            config,
            JdbcThroughput::values,
            new RejectedRows<>((n, reason) -> reason, Types.STRING),
            "ours")
        .print();
    env.executeAsync().getJobExecutionResult().get(5, TimeUnit.MINUTES);
  }

  private void flinkXa(JdbcSinkConfig config, String statement) throws Exception {
    StreamExecutionEnvironment env = environment();
    String url = database.jdbcUrl();
    String user = database.user();
    numbers(env)
        .sinkTo(
            JdbcSink.<Long>builder()
                .withQueryStatement(
                    statement.formatted(config.table().name(), config.table().name()),
                    (insert, n) -> bind(insert, n))
                .withExecutionOptions(
                    JdbcExecutionOptions.builder()
                        .withBatchSize(BATCH)
                        .withBatchIntervalMs(0)
                        .withMaxRetries(0)
                        .build())
                .buildExactlyOnce(
                    JdbcExactlyOnceOptions.builder()
                        .withTransactionPerConnection(true)
                        .withTimeoutSec(Optional.empty())
                        .build(),
                    () -> {
                      PGXADataSource source = new PGXADataSource();
                      source.setUrl(url + "?reWriteBatchedInserts=true");
                      source.setUser(user);
                      return source;
                    }));
    env.executeAsync().getJobExecutionResult().get(5, TimeUnit.MINUTES);
  }

  /** Also settles what the contestant before has left to the server. */
  private long ask(String query) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), null);
        Statement statement = connection.createStatement()) {
      long answer;
      try (ResultSet result = statement.executeQuery(query)) {
        result.next();
        answer = result.getLong(1);
      }
      statement.execute("CHECKPOINT");
      return answer;
    }
  }
}
