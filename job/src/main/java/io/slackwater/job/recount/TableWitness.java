package io.slackwater.job.recount;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.output.ResultTable;
import io.slackwater.sink.jdbc.JdbcSinkConfig;
import io.slackwater.sink.jdbc.RowQuery;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/** The results table, one window at a time: its rows are read as they come, not all at once. */
final class TableWitness extends RichFlatMapFunction<Long, Evidence> {
  private static final long serialVersionUID = 1L;
  private static final int FETCH_ROWS = 1_000;

  private final WindowRange range;
  private final JdbcSinkConfig sink;
  private final String table;
  private final int aggregates;
  private final int attributes;

  private transient Connection connection;
  private transient PreparedStatement select;

  TableWitness(JobConfig config, WindowRange range) {
    this.range = range;
    this.sink = ResultTable.sink(config);
    this.table = config.results().jdbc().table();
    this.aggregates = config.window().aggregates().size();
    this.attributes = config.customers().attributes().size();
  }

  DataStream<Evidence> rows(StreamExecutionEnvironment env) {
    long windows = (range.to() - range.from()) / range.size();
    return env.fromSequence(0, windows - 1)
        .flatMap(this)
        .returns(Evidence.TYPE)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Evidence>noWatermarks()
                .withTimestampAssigner((evidence, stamp) -> evidence.rank()))
        .name("results");
  }

  @Override
  public void open(OpenContext context) throws SQLException {
    connection = sink.connections().connect();
    connection.setAutoCommit(false); // PostgreSQL streams rows inside a transaction only.
    select = connection.prepareStatement(RowQuery.at(sink, "window_start"));
    select.setFetchSize(FETCH_ROWS);
  }

  @Override
  public void flatMap(Long number, Collector<Evidence> out) throws SQLException {
    Instant start = Instant.ofEpochMilli(range.from() + number * range.size());
    select.setString(1, RowQuery.instant(sink, start));
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        CustomerMinute minute = minute(rows);
        out.collect(new Evidence.Published(minute, "table " + table, true, 0));
      }
    }
    connection.commit();
  }

  private CustomerMinute minute(ResultSet row) throws SQLException {
    int column = 1;
    Utf8 customer = Utf8.of(row.getString(column++));
    long start = instant(row, column++);
    long end = instant(row, column++);
    int revision = row.getInt(column++);
    List<BigDecimal> values = new ArrayList<>(aggregates);
    for (int i = 0; i < aggregates; i++) {
      values.add(row.getBigDecimal(column++));
    }
    ProfileStatus status = ProfileStatus.of(row.getString(column++));
    int updatedAt = column++;
    Long time = row.getObject(updatedAt) == null ? null : instant(row, updatedAt);
    List<String> texts = new ArrayList<>(attributes);
    for (int i = 0; i < attributes; i++) {
      texts.add(row.getString(column++));
    }
    return new CustomerMinute(
        customer,
        start,
        end,
        revision,
        Collections.unmodifiableList(values),
        new Profile(status, time, Collections.unmodifiableList(texts)));
  }

  /** MariaDB has no time with an offset: what it holds is UTC. */
  private static long instant(ResultSet row, int column) throws SQLException {
    return row.getMetaData().getColumnTypeName(column).equals("timestamptz")
        ? row.getObject(column, OffsetDateTime.class).toInstant().toEpochMilli()
        : row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
