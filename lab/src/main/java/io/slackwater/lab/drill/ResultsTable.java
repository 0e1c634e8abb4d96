package io.slackwater.lab.drill;

import io.slackwater.job.config.JobConfig;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that a job publishes to, added up by the database. */
record ResultsTable(String url, String user, String name) {

  static ResultsTable of(JobConfig config) {
    JobConfig.JdbcResults jdbc = config.results().jdbc();
    return new ResultsTable(jdbc.url(), jdbc.user(), jdbc.table());
  }

  /**
   * What is in the table.
   *
   * @param orders the sum of the column, events counted
   * @param revenue the sum of the column
   * @param corrected rows of a revision after the first
   * @param checksum over all columns of all rows
   */
  record Totals(long rows, long orders, BigDecimal revenue, long corrected, String checksum) {}

  Totals totals() throws SQLException {
    String sql =
        """
        SELECT count(*), coalesce(sum(orders), 0), coalesce(sum(revenue), 0),
          count(*) FILTER (WHERE revision > 0),
          coalesce(md5(string_agg(t::text, '|' ORDER BY customer_id, window_start)), '')
        FROM "%s" t
        """;
    try (Connection connection = DriverManager.getConnection(url, user, null);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql.formatted(name))) {
      row.next();
      return new Totals(
          row.getLong(1), row.getLong(2), row.getBigDecimal(3), row.getLong(4), row.getString(5));
    }
  }
}
