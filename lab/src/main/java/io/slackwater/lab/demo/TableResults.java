package io.slackwater.lab.demo;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerMinute.Profile;
import io.slackwater.job.flow.CustomerMinute.ProfileStatus;
import io.slackwater.job.output.ResultJson;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Position;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The rows of the results table, in the shape of the results topic: so both have one judge. */
public final class TableResults {
  private final JobConfig job;
  private final ResultJson json;

  public TableResults(JobConfig job) {
    this.job = job;
    this.json = new ResultJson(job);
  }

  public List<LogRecord> read() throws SQLException {
    JobConfig.JdbcResults table = job.results().jdbc();
    List<LogRecord> results = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(table.url(), table.user(), null);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table.table() + '"')) {
      while (rows.next()) {
        CustomerMinute minute = minute(rows);
        results.add(
            new LogRecord(
                new Position(table.table(), 0, results.size()),
                minute.windowEnd(),
                minute.customer().bytes(),
                json.write(minute),
                List.of()));
      }
    }
    return results;
  }

  private CustomerMinute minute(ResultSet rows) throws SQLException {
    List<BigDecimal> aggregates = new ArrayList<>();
    for (String name : job.window().aggregates().keySet()) {
      aggregates.add(rows.getBigDecimal(name));
    }
    List<String> attributes = new ArrayList<>();
    for (String name : job.customers().attributes().keySet()) {
      attributes.add(rows.getString(name));
    }
    return new CustomerMinute(
        Utf8.of(rows.getString("customer_id")),
        instant(rows, "window_start"),
        instant(rows, "window_end"),
        rows.getInt("revision"),
        aggregates,
        new Profile(status(rows), instant(rows, "profile_updated_at"), attributes));
  }

  private static ProfileStatus status(ResultSet rows) throws SQLException {
    return ProfileStatus.of(rows.getString("profile_status"));
  }

  private static Long instant(ResultSet rows, String column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant().toEpochMilli();
  }
}
