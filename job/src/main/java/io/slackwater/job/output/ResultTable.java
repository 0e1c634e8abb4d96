package io.slackwater.job.output;

import io.slackwater.job.config.AggregateFunction;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.SetAside;
import io.slackwater.sink.jdbc.ColumnSpec;
import io.slackwater.sink.jdbc.ColumnType;
import io.slackwater.sink.jdbc.DatabaseAddress;
import io.slackwater.sink.jdbc.DatabaseInspection;
import io.slackwater.sink.jdbc.JdbcSinkConfig;
import io.slackwater.sink.jdbc.RejectedRows;
import io.slackwater.sink.jdbc.RowMapping;
import io.slackwater.sink.jdbc.TableSpec;
import io.slackwater.sink.jdbc.WriteMode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results as rows: the same fields as the JSON, as columns. */
public final class ResultTable {
  private ResultTable() {}

  /** The table for this configuration's aggregates and attributes. */
  public static TableSpec spec(JobConfig config, String name) {
    List<ColumnSpec> columns = new ArrayList<>();
    columns.add(ColumnSpec.of("customer_id", ColumnType.TEXT));
    columns.add(ColumnSpec.of("window_start", ColumnType.TIMESTAMP));
    columns.add(ColumnSpec.of("window_end", ColumnType.TIMESTAMP));
    columns.add(ColumnSpec.of("revision", ColumnType.INTEGER));
    for (Map.Entry<String, JobConfig.Aggregate> aggregate :
        config.window().aggregates().entrySet()) {
      columns.add(
          isCount(aggregate.getValue())
              ? ColumnSpec.of(aggregate.getKey(), ColumnType.BIGINT)
              : ColumnSpec.numeric(aggregate.getKey(), aggregate.getValue().scale()).orNull());
    }
    columns.add(ColumnSpec.of("profile_status", ColumnType.TEXT));
    columns.add(ColumnSpec.of("profile_updated_at", ColumnType.TIMESTAMP).orNull());
    for (String attribute : config.customers().attributes().keySet()) {
      columns.add(ColumnSpec.of(attribute, ColumnType.TEXT).orNull());
    }
    return new TableSpec(name, columns, List.of("customer_id", "window_start"), "revision");
  }

  /** The sink for {@code results.jdbc}, which must be present. */
  public static JdbcSinkConfig sink(JobConfig config) {
    return sink(config, config.job().name());
  }

  /**
   * The same for another writer.
   *
   * @param writer its name towards the database
   */
  public static JdbcSinkConfig sink(JobConfig config, String writer) {
    JobConfig.JdbcResults jdbc = config.results().jdbc();
    DatabaseAddress address =
        new DatabaseAddress(
            jdbc.url(), jdbc.user(), jdbc.password() == null ? null : jdbc.password().value());
    WriteMode mode =
        jdbc.mode() == JobConfig.JdbcMode.TWO_PHASE ? WriteMode.TWO_PHASE : WriteMode.UPSERT;
    return JdbcSinkConfig.of(writer, address, spec(config, jdbc.table()), mode);
  }

  /**
   * Finds out before the job starts what it would fail of again and again.
   *
   * @throws IllegalStateException in one line, when there is a database and it refuses the user
   */
  public static void requireAdmission(JobConfig config) {
    if (config.results().jdbc() != null) {
      DatabaseInspection.requireAdmission(sink(config));
    }
  }

  /** A result's values in the order of the columns. */
  public static RowMapping<CustomerMinute> rows(JobConfig config) {
    List<JobConfig.Aggregate> aggregates = List.copyOf(config.window().aggregates().values());
    boolean[] counts = new boolean[aggregates.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = isCount(aggregates.get(i));
    }
    return minute -> row(minute, counts);
  }

  /** What becomes of a result that the database would not take: a dead letter. */
  public static RejectedRows<CustomerMinute, SetAside> rejections(JobConfig config) {
    ResultJson json = new ResultJson(config);
    String table = config.results().jdbc().table();
    return new RejectedRows<>(
        (minute, reason) -> SetAside.rejected(minute, json.write(minute), table, reason),
        SetAside.TYPE);
  }

  private static Object[] row(CustomerMinute minute, boolean[] counts) {
    List<Object> values = new ArrayList<>();
    values.add(minute.customer().toString());
    values.add(Instant.ofEpochMilli(minute.windowStart()));
    values.add(Instant.ofEpochMilli(minute.windowEnd()));
    values.add(minute.revision());
    for (int i = 0; i < counts.length; i++) {
      BigDecimal value = minute.aggregates().get(i);
      values.add(counts[i] ? (Object) value.longValueExact() : value);
    }
    CustomerMinute.Profile profile = minute.profile();
    values.add(profile.status().text());
    values.add(profile.updatedAt() == null ? null : Instant.ofEpochMilli(profile.updatedAt()));
    values.addAll(profile.attributes());
    return values.toArray();
  }

  private static boolean isCount(JobConfig.Aggregate aggregate) {
    return aggregate.function() == AggregateFunction.COUNT;
  }
}
