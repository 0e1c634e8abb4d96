package io.slackwater.lab.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * An operator that writes each event to a database on its way, in a job with exactly-once
 * checkpoints that yet cannot take the write back. For contrast.
 */
final class DirectWriteJob {
  private final String servers;
  private final Input input;
  private final Target target;

  DirectWriteJob(String servers, Input input, Target target) {
    this.servers = servers;
    this.input = input;
    this.target = target;
  }

  /** A table of its own. */
  record Target(String url, String user, String table) implements java.io.Serializable {
    void create() throws SQLException {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE \"%s\" (event_id text, amount numeric)".formatted(table));
      }
    }

    /** How many rows there are. */
    long rows() throws SQLException {
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          var row = statement.executeQuery("SELECT count(*) FROM \"%s\"".formatted(table))) {
        row.next();
        return row.getLong(1);
      }
    }

    private Connection connect() throws SQLException {
      return DriverManager.getConnection(url, user, null);
    }
  }

  void define(StreamExecutionEnvironment env) {
    KafkaSource<String> events =
        KafkaSource.<String>builder()
            .setBootstrapServers(servers)
            .setTopics(input.events())
            .setGroupId(target.table())
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new SimpleStringSchema())
            .build();
    env.fromSource(events, WatermarkStrategy.noWatermarks(), "events")
        .map(new Write(target))
        .sinkTo(new DiscardingSink<>());
  }

  private static final class Write extends RichMapFunction<String, String> {
    private static final long serialVersionUID = 1L;

    private final Target target;
    private transient ObjectMapper json;
    private transient Connection connection;
    private transient PreparedStatement insert;

    Write(Target target) {
      this.target = target;
    }

    @Override
    public void open(OpenContext context) throws SQLException {
      json = new ObjectMapper();
      connection = target.connect();
      insert =
          connection.prepareStatement("INSERT INTO \"%s\" VALUES (?, ?)".formatted(target.table()));
    }

    @Override
    public String map(String value) throws Exception {
      JsonNode event = json.readTree(value);
      insert.setString(1, event.path("eventId").asText());
      insert.setBigDecimal(2, event.path("amount").decimalValue());
      insert.executeUpdate();
      return value;
    }

    @Override
    public void close() throws SQLException {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
